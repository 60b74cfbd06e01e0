/** The numbers of a channel or a post: asked of the network once an hour at most, and kept for each day. */
import type { Metric } from '../../providers/_kit/contract.ts';
import type { Context } from '../platform/context.ts';
import type { Statement } from '../platform/database.ts';
import { ApiError } from '../platform/errors.ts';

/** Whose numbers, and for how many days back. */
export interface NumbersOf {
  readonly integrationId: string;
  /** null: of the channel itself. */
  readonly postId: string | null;
  readonly days: number;
}

/** One number over time, the oldest day first. */
export interface Series {
  readonly label: string;
  readonly days: readonly { readonly day: string; readonly total: number }[];
}

/** A network is not asked again within this time. The API documents the same for existing clients. */
const FRESH_MINUTES = 60;

/** `$1` the channel, `$2` the post or null, `$3` how many days. */
const READ: Statement = {
  name: 'read-numbers',
  text: `
    select label,
      jsonb_agg(jsonb_build_object('day', day, 'total', total) order by day)
        filter (where day > (now() at time zone 'UTC')::date - $3::int) as days,
      max(read_at) > now() - interval '${FRESH_MINUTES} minutes' as fresh
    from metric_day
    where integration_id = $1 and post_id is not distinct from $2
    group by label
    order by max(place), label`,
};

const KEEP: Statement = {
  name: 'keep-numbers',
  text: `
    insert into metric_day (integration_id, post_id, label, day, total, place, per_day)
    select $1, $2, label, coalesce(day, (now() at time zone 'UTC')::date), total, place, day is not null
    from unnest($3::text[], $4::date[], $5::float8[], $6::int[]) as row(label, day, total, place)
    on conflict (integration_id, post_id, label, day)
    do update set total = excluded.total, place = excluded.place, per_day = excluded.per_day, read_at = now()`,
};

interface Row {
  readonly label: string;
  readonly days: Series['days'] | null;
  readonly fresh: boolean;
}

/**
 * What is kept of the last days, after asking the network if that was not done within the hour. While the
 * network limits requests or does not answer, what is kept is the answer.
 *
 * @throws ApiError as `askNetwork`; `network_busy` and `network_failed` only when nothing is kept
 */
export async function readNumbers(
  { database }: Pick<Context, 'database'>,
  subject: NumbersOf,
  ask: () => Promise<readonly Metric[]>,
): Promise<Series[]> {
  const key = [subject.integrationId, subject.postId, subject.days];
  const kept = await database.query<Row>(READ, key);
  if (kept.some(({ fresh }) => fresh)) return toSeries(kept);
  try {
    await keepNumbers({ database }, subject, await ask());
  } catch (error) {
    if (!kept.length || !isPassing(error)) throw error;
    return toSeries(kept);
  }
  return toSeries(await database.query<Row>(READ, key));
}

const isPassing = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'network_busy' || error.code === 'network_failed');

const toSeries = (rows: readonly Row[]): Series[] =>
  rows.flatMap(({ label, days }) => (days ? [{ label, days }] : []));

/** A network that shows a number for each day gives several rows; else it is today's. */
export async function keepNumbers(
  { database }: Pick<Context, 'database'>,
  { integrationId, postId }: Pick<NumbersOf, 'integrationId' | 'postId'>,
  metrics: readonly Metric[],
): Promise<void> {
  const rows = metrics.flatMap(({ label, total, days }, place) =>
    (days ?? [{ day: null, total }]).map((one) => ({ label, place, ...one })),
  );
  if (!rows.length) return;
  await database.query(KEEP, [
    integrationId,
    postId,
    rows.map(({ label }) => label),
    rows.map(({ day }) => day),
    rows.map(({ total }) => total),
    rows.map(({ place }) => place),
  ]);
}
