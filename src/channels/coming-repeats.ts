/** The minutes at which coming posts of series will be published: taken, although no row has them yet. */
import { queryInside, type EntityManager, type Reader, type Statement } from '../platform/database.ts';
import { occurrencesOf, type Series } from '../platform/repeat/occurrences.ts';

const DAY_MS = 86_400_000;
/**
 * How far coming posts of series take posting times. A series may have each of them, without an end, and the
 * queue would then find none.
 */
const HORIZON_DAYS = 366;

const HEADS: Statement = {
  name: 'coming-repeats',
  text: `select p.integration_id as "channelId", (extract(epoch from p.publish_at) * 1000)::float8 as "publishMs",
      p.interval_days as "intervalDays", p.repeat_time::text as "repeatTime", p.repeat_rule as "repeatRule",
      o.time_zone as "timeZone"
    from post p
    join organization o on o.id = p.organization_id
    where p.organization_id = $1
      and (p.interval_days is not null or p.repeat_rule is not null)
      and p.deleted_at is null
      and p.state not in ('draft', 'cancelled')
      and not exists (select 1 from post n where n.repeat_of = p.id)`,
};

type Head = Omit<Series, 'publishAt'> & { readonly channelId: string; readonly publishMs: number };

/** Minutes in milliseconds that are taken; a set is one. */
export type Taken = Pick<ReadonlySet<number>, 'has'>;

/** Finds the minutes that coming posts of series take, from `from` on; of one channel, or of all of them. */
export type ComingTaken = (channelId: string | null) => Taken;

export const readComingTaken = async (
  database: Reader,
  organizationId: string,
  from: Date,
): Promise<ComingTaken> => takenBy(await database.query<Head>(HEADS, [organizationId]), from);

export const comingTakenInside = async (
  tx: EntityManager,
  organizationId: string,
  from: Date,
): Promise<ComingTaken> => takenBy(await queryInside<Head>(tx, HEADS, [organizationId]), from);

function takenBy(heads: readonly Head[], from: Date): ComingTaken {
  const end = from.getTime() + HORIZON_DAYS * DAY_MS;
  return (channelId) => {
    const series = heads
      .filter((head) => channelId === null || head.channelId === channelId)
      .map((head) => ({ ...head, publishAt: new Date(head.publishMs) }));
    const minutes = new Set<number>();
    let known = from.getTime();
    return {
      // In steps: most searches end on the first days.
      has(ms) {
        while (known <= Math.min(ms, end)) {
          const to = known + 31 * DAY_MS;
          for (const one of series) {
            for (const date of occurrencesOf(one, { from: new Date(known), to: new Date(to) })) {
              minutes.add(Math.floor(date.getTime() / 60_000) * 60_000);
            }
          }
          known = to + 1;
        }
        return ms <= end && minutes.has(ms);
      },
    };
  };
}

export const eitherTaken = (...all: readonly Taken[]): Taken => ({
  has: (ms) => all.some((one) => one.has(ms)),
});
