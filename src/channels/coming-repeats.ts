/** The minutes at which coming posts of series will be published: taken, although no row has them yet. */
import { setImmediate as immediate } from 'node:timers/promises';
import { queryInside, type EntityManager, type Reader, type Statement } from '../platform/database.ts';
import { occurrencesOf, type Series } from '../platform/repeat/occurrences.ts';

const DAY_MS = 86_400_000;
/**
 * How far coming posts of series take posting times. A series may have each of them, without an end, and the
 * queue would then find none.
 */
const HORIZON_DAYS = 366;
const STEP_DAYS = 7;
/** Dates after which no further step is made: some tenths of a second of work. */
const MAX_DATES = 100_000;
/** Dates between two turns of everything else. */
const AT_ONCE = 500;

const HEADS: Statement = {
  name: 'coming-repeats',
  text: `select p.integration_id as "channelId", (extract(epoch from p.publish_at) * 1000)::float8 as "publishMs",
      p.interval_days as "intervalDays", p.repeat_time::text as "repeatTime", p.repeat_rule as "repeatRule",
      o.time_zone as "timeZone"
    from post p
    join organization o on o.id = p.organization_id
    where p.organization_id = $1
      and ($2::uuid[] is null or p.integration_id = any($2::uuid[]))
      and (p.interval_days is not null or p.repeat_rule is not null)
      and p.deleted_at is null
      and p.state not in ('draft', 'cancelled')
      and not exists (select 1 from post n where n.repeat_of = p.id)`,
};

export type Head = Omit<Series, 'publishAt'> & { readonly channelId: string; readonly publishMs: number };

/** Minutes in milliseconds that are taken; a set is one. */
export interface Taken {
  has(ms: number): boolean | Promise<boolean>;
}

/** Finds the minutes that coming posts of series take, from `from` on; of one channel, or of all of them. */
export type ComingTaken = (channelId: string | null) => Taken;

/** Whose series are read. */
interface Whose {
  readonly organizationId: string;
  /** null = all channels. */
  readonly channelIds: readonly string[] | null;
}

export const readComingTaken = async (database: Reader, whose: Whose, from: Date): Promise<ComingTaken> =>
  takenBy(await database.query<Head>(HEADS, valuesOf(whose)), from);

export const comingTakenInside = async (tx: EntityManager, whose: Whose, from: Date): Promise<ComingTaken> =>
  takenBy(await queryInside<Head>(tx, HEADS, valuesOf(whose)), from);

const valuesOf = ({ organizationId, channelIds }: Whose): unknown[] => [
  organizationId,
  channelIds && `{${channelIds.join(',')}}`,
];

/** The minutes of these series. Of thousands, those that are less far ahead. */
export function takenBy(heads: readonly Head[], from: Date): ComingTaken {
  return (channelId) => {
    const series = heads
      .filter((head) => channelId === null || head.channelId === channelId)
      .map((head) => ({ ...head, publishAt: new Date(head.publishMs) }));
    const minutes = new Set<number>();
    let end = from.getTime() + HORIZON_DAYS * DAY_MS;
    let known = from.getTime();
    let dates = 0;
    const readOn = async (): Promise<void> => {
      const to = known + STEP_DAYS * DAY_MS;
      let since = 0;
      for (const one of series) {
        const found = occurrencesOf(one, { from: new Date(known), to: new Date(to) });
        for (const date of found) minutes.add(Math.floor(date.getTime() / 60_000) * 60_000);
        dates += found.length;
        since += 1 + found.length;
        // Other requests have their turn.
        if (since > AT_ONCE) await immediate();
        if (since > AT_ONCE) since = 0;
      }
      known = to + 1;
      if (dates > MAX_DATES) end = Math.min(end, to);
    };
    return {
      // In steps: most searches end on the first days.
      async has(ms) {
        while (known <= Math.min(ms, end)) await readOn();
        return ms <= end && minutes.has(ms);
      },
    };
  };
}

export const eitherTaken = (...all: readonly Taken[]): Taken => ({
  async has(ms) {
    for (const one of all) if (await one.has(ms)) return true;
    return false;
  },
});
