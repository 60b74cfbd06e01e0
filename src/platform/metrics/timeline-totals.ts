/**
 * Totals of what happened, counted from the timeline (`post_event`) and kept in the database.
 *
 * The statements that publish write the timeline anyway, so counting costs them nothing; totals survive
 * restarts, every process shows the same ones, and a worker that dies loses none. Each look reads only the
 * lines since the last one.
 */
import type { Database, Statement } from '../database.ts';

/** Upper bounds of the lateness histogram in milliseconds. */
export const LATENESS_BOUNDS_MS = [
  100, 250, 500, 1000, 2000, 5000, 10_000, 30_000, 60_000, 300_000, 1_800_000, 3_600_000, 86_400_000,
] as const;

type Counts = Readonly<Record<string, number>>;

/** Totals since the instance was made (or since its timeline began). */
export interface TimelineTotals {
  /** Lines of the timeline by kind. */
  readonly events: Counts;
  /** Posts by the state in which they ended; one that a person retries ends more than once. */
  readonly finished: Counts;
  /**
   * Calls to networks, one for each part and try, by their outcome. Tries that ended alike between two looks
   * are one line of the timeline, and count once.
   */
  readonly attempts: Counts;
  /** First parts by index of `LATENESS_BOUNDS_MS` (not cumulative; the last index is above all bounds). */
  readonly lateness: Counts;
  readonly latenessMs: number;
}

interface Stored extends TimelineTotals {
  /** Id of the last line that is counted; a bigint as text. */
  readonly upTo: string;
}

interface Fresh extends Stored {
  readonly more: boolean;
}

const EMPTY: Stored = { upTo: '0', events: {}, finished: {}, attempts: {}, lateness: {}, latenessMs: 0 };
const BATCH = 20_000;
const MAX_BATCHES = 10;

const READ: Statement = {
  name: 'metrics-totals',
  text: "select value from instance_state where key = 'timeline_totals'",
};
const BEGIN: Statement = {
  name: 'metrics-begin',
  text: `insert into instance_state (key, value) values ('timeline_totals', $1::jsonb)
    on conflict (key) do nothing`,
};
// The first one wins; the others read what it wrote.
const STORE: Statement = {
  name: 'metrics-store',
  text: `update instance_state set value = $1::jsonb, updated_at = now()
    where key = 'timeline_totals' and value ->> 'upTo' = $2 returning 1`,
};

// Ids are given before they are committed: lines of the last two seconds may still have gaps and are left for
// the next look.
const FRESH: Statement = {
  name: 'metrics-fresh',
  text: `with read as materialized (
    select id, post_id, at, kind, detail from post_event where id > $1::bigint order by id limit $2),
  fresh as materialized (
    select * from read where id < coalesce(
      (select min(id) from read where at > clock_timestamp() - interval '2 seconds'), 9223372036854775807)),
  ended as (
    select case
      when kind = 'published' and (detail ->> 'part')::int = (
        select count(*) from post_item i where i.post_id = fresh.post_id) then 'published'
      when kind = 'resolved' and detail ->> 'decision' = 'published' and (detail ->> 'part')::int = (
        select count(*) from post_item i where i.post_id = fresh.post_id) then 'published'
      when kind = 'failed' or kind = 'resolved' and detail ->> 'decision' = 'drop' then
        case when exists (
          select 1 from post_item i where i.post_id = fresh.post_id and i.published_at is not null)
        then 'partly_published' else 'failed' end
      when kind in ('unconfirmed', 'missed', 'cancelled') then kind
    end as name from fresh),
  attempt as (
    select case
      when kind in ('published', 'rate_limited', 'outcome_unknown') then kind
      when kind = 'held' then 'channel_gone'
      when kind = 'will_retry' then
        case when detail ->> 'reason' like 'the access token%' then 'token_expired' else 'unsent' end
      when kind = 'failed' then
        case when detail ->> 'code' like 'channel_%' then 'channel_gone'
        when detail ->> 'code' = 'gave_up' then 'gave_up' else 'rejected' end
    end as name from fresh),
  late as (
    select width_bucket((detail ->> 'latenessMs')::float8 - 0.5, $3::float8[]) as name,
      (detail ->> 'latenessMs')::float8 as ms
    from fresh where kind = 'published' and detail ->> 'part' = '1' and detail ->> 'latenessMs' is not null)
  select coalesce((select max(id) from fresh), $1::bigint)::text as "upTo",
    (select count(*) from fresh) = $2 as more,
    (select coalesce(json_object_agg(kind, n), '{}') from (
      select kind, count(*) as n from fresh group by kind) c) as events,
    (select coalesce(json_object_agg(name, n), '{}') from (
      select name, count(*) as n from ended where name is not null group by name) c) as finished,
    (select coalesce(json_object_agg(name, n), '{}') from (
      select name, count(*) as n from attempt where name is not null group by name) c) as attempts,
    (select coalesce(json_object_agg(name, n), '{}') from (
      select name, count(*) as n from late group by name) c) as lateness,
    (select coalesce(sum(ms), 0)::float8 from late) as "latenessMs"`,
};

/**
 * Counts what is new and returns the totals. After a long silence several looks may be needed to catch up.
 */
export async function readTimelineTotals(database: Database): Promise<TimelineTotals> {
  let stored = await readStored(database);
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    const [fresh] = await database.query<Fresh>(FRESH, [stored.upTo, BATCH, LATENESS_BOUNDS_MS]);
    if (!fresh || fresh.upTo === stored.upTo) return stored;
    const next = add(stored, fresh);
    const won = await database.query(STORE, [JSON.stringify(next), stored.upTo]);
    stored = won.length ? next : await readStored(database);
    if (!fresh.more) return stored;
  }
  return stored;
}

async function readStored(database: Database): Promise<Stored> {
  const [row] = await database.query<{ value: Stored }>(READ);
  if (row) return row.value;
  await database.query(BEGIN, [JSON.stringify(EMPTY)]);
  return EMPTY;
}

function add(before: Stored, fresh: Fresh): Stored {
  return {
    upTo: fresh.upTo,
    events: sum(before.events, fresh.events),
    finished: sum(before.finished, fresh.finished),
    attempts: sum(before.attempts, fresh.attempts),
    lateness: sum(before.lateness, fresh.lateness),
    latenessMs: before.latenessMs + fresh.latenessMs,
  };
}

function sum(a: Counts, b: Counts): Counts {
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  return Object.fromEntries([...keys].map((key) => [key, (a[key] ?? 0) + (b[key] ?? 0)]));
}
