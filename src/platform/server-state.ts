/**
 * What the database remembers of its server: the timeline, and whether commits wait for a standby. A standby
 * that is promoted begins a new timeline, and so does a recovery to a moment (PostgreSQL's documentation,
 * "Continuous Archiving", "Timelines"); a restart does not. Of the server before, it may lack the end.
 */
import type { Database, Statement } from './database.ts';

type Reader = Pick<Database, 'query'>;

const READ: Statement = {
  name: 'server-timeline',
  text: `select case when pg_is_in_recovery() then null
    else left(pg_walfile_name(pg_current_wal_lsn()), 8) end as timeline`,
};
const KNOWN: Statement = {
  name: 'server-known',
  text: `select value ->> 'timeline' as timeline, (value ->> 'synchronous')::boolean as synchronous
    from instance_state where key = 'server'`,
};
// A commit waits only where both are set (PostgreSQL's documentation, "Write Ahead Log", "Settings").
const NOTE: Statement = {
  name: 'server-note',
  text: `insert into instance_state (key, value)
    select 'server', jsonb_build_object('timeline', $1::text, 'synchronous',
      current_setting('synchronous_standby_names') <> ''
        and current_setting('synchronous_commit') in ('on', 'remote_apply'))
    on conflict (key) do update set value = excluded.value, updated_at = now()
    where instance_state.value <> excluded.value`,
};

/** Of servers that have no such functions, or keep them from us (some that are rented). */
const NOT_TOLD = ['42501', '42883', '0A000'];

/** The timeline that is written now; null on a standby, and where the server keeps it from us. */
export async function readTimeline(database: Reader): Promise<string | null> {
  try {
    return (await database.query<{ timeline: string | null }>(READ))[0]?.timeline ?? null;
  } catch (error) {
    if (NOT_TOLD.includes((error as { code?: string }).code ?? '')) return null;
    throw error;
  }
}

/** What a process noted last; undefined when none ever did. */
export async function readKnownServer(
  database: Reader,
): Promise<{ readonly timeline: string; readonly synchronous: boolean } | undefined> {
  return (await database.query<{ timeline: string; synchronous: boolean }>(KNOWN))[0];
}

/** Whether the server was promoted, or recovered to a moment, since a process noted its timeline. */
export async function isPromoted(database: Reader): Promise<boolean> {
  const [now, known] = [await readTimeline(database), await readKnownServer(database)];
  return now !== null && known !== undefined && known.timeline !== now;
}

/** Notes the server as it is now: from then on it is the known one. */
export async function noteServer(database: Reader): Promise<void> {
  const timeline = await readTimeline(database);
  if (timeline !== null) await database.query(NOTE, [timeline]);
}
