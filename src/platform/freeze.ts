/** Freezing: nothing leaves, for one organisation or for the whole instance. What waits keeps waiting. */
import { setTimeout as sleep } from 'node:timers/promises';
import { PUBLISH_CALL_MS, SEND_WITHIN_MS } from '../../temporal/contract/bounds.ts';
import type { Database, Statement } from './database.ts';
import { MAY_SEND } from './may-send.ts';
import { inDoubt } from './published-elsewhere.ts';
import { noteCopied } from './restored.ts';
import { isPromoted, noteServer } from './server-state.ts';

/** A call that began before the freeze is over by then. */
const LONGEST_CALL_MS = SEND_WITHIN_MS + PUBLISH_CALL_MS;

/** Whom a freeze is for; without an organisation, for all. */
export interface FreezeScope {
  readonly organizationId?: string;
}

const FREEZE_ALL: Statement = {
  name: 'freeze-all',
  text: `with f as (
      insert into instance_state (key, value)
      values ('frozen', jsonb_build_object('at', clock_timestamp(), 'reason', $1::text))
      on conflict (key) do nothing returning 1)
    insert into notification (organization_id, kind, content)
    select o.id, 'frozen', 'Nothing is published: ' || $1::text from organization o, f`,
};
const FREEZE_ONE: Statement = {
  name: 'freeze-one',
  text: `with f as (
      update organization set frozen_at = clock_timestamp(), frozen_reason = $2
      where id = $1 and frozen_at is null returning id)
    insert into notification (organization_id, kind, content)
    select id, 'frozen', 'Nothing is published: ' || $2::text from f`,
};
// A statement that began before the freeze was committed may not have seen it, and lets a part leave when it
// ends.
const STILL_DECIDING: Statement = {
  name: 'freeze-deciding',
  text: `select count(*)::int as count, coalesce($1::timestamptz, clock_timestamp())::text as since
    from pg_stat_activity
    where datname = current_database() and state = 'active' and pid <> pg_backend_pid()
      and query like '${MAY_SEND}%' and xact_start < coalesce($1::timestamptz, clock_timestamp())`,
};
const IN_FLIGHT: Statement = {
  name: 'freeze-in-flight',
  text: `select count(*)::int as count
    from publish_attempt a join post_item i on i.id = a.post_item_id join post p on p.id = i.post_id
    where a.phase = 'sent' and a.call_ended_at is null and p.state = 'publishing'
      and a.sent_at > clock_timestamp() - interval '${LONGEST_CALL_MS} milliseconds'
      and ($1::uuid is null or p.organization_id = $1)`,
};

export interface FreezeState {
  readonly at: Date;
  readonly reason: string;
  /** What would have to be resumed. */
  readonly scope: 'instance' | 'organization';
  /** Whether only a look at the previous instance ends it, and no resume (`published-elsewhere.ts`). */
  readonly inDoubt: boolean;
}

/**
 * Freezes: no part is sent from now on. Calls that began before may still be answered: waits for them, up to
 * `waitMs`.
 *
 * @returns the number of calls that were still open when the wait ended
 */
export async function freeze(
  database: Database,
  scope: FreezeScope,
  options: { reason: string; waitMs?: number },
): Promise<number> {
  const { reason, waitMs = 30_000 } = options;
  await (scope.organizationId
    ? database.query(FREEZE_ONE, [scope.organizationId, reason])
    : database.query(FREEZE_ALL, [reason]));
  return untilQuiet(database, scope, waitMs);
}

/**
 * Waits until no call is open that began before nothing could leave any more, up to `waitMs`.
 *
 * @returns how many calls were still open when the wait ended
 */
export async function untilQuiet(database: Database, scope: FreezeScope, waitMs: number): Promise<number> {
  const end = Date.now() + waitMs;
  for (let since: string | null = null; ;) {
    // In this order: what was decided is in the ledger by the time that its statement is over.
    const deciding: { count: number; since: string } | undefined = (
      await database.query<{ count: number; since: string }>(STILL_DECIDING, [since])
    )[0];
    since = deciding?.since ?? null;
    const calling =
      (await database.query<{ count: number }>(IN_FLIGHT, [scope.organizationId ?? null]))[0]?.count ?? 0;
    const open = (deciding?.count ?? 0) + calling;
    if (open === 0 || Date.now() >= end) return open;
    await sleep(250);
  }
}

/**
 * Waits until every statement is over that began before this call and may let a part leave.
 *
 * @throws Error when one is still under way after `waitMs`
 */
export async function untilDecided(database: Database, waitMs = 30_000): Promise<void> {
  const end = Date.now() + waitMs;
  for (let since: string | null = null; ;) {
    const [row]: { count: number; since: string }[] = await database.query(STILL_DECIDING, [since]);
    if (!row?.count) return;
    if (Date.now() >= end) {
      throw new Error(`${row.count} statements that may let a post leave are still under way`);
    }
    since = row.since;
    await sleep(250);
  }
}

const READ: Statement = {
  name: 'freeze-read',
  text: `select
      (extract(epoch from coalesce(o.frozen_at, (s.value ->> 'at')::timestamptz)) * 1000)::float8 as at,
      coalesce(o.frozen_reason, s.value ->> 'reason') as reason,
      case when s.key is null then 'organization' else 'instance' end as scope,
      ${inDoubt('o.id')} as "inDoubt"
    from (select 1) one left join instance_state s on s.key = 'frozen'
      left join organization o on o.id = $1 and o.frozen_at is not null
    where o.frozen_at is not null or s.key is not null`,
};

/** The freeze that is in force, with its reason; an organisation also stands still when the instance does. */
export async function readFreeze(
  database: Pick<Database, 'query'>,
  scope: FreezeScope,
): Promise<FreezeState | undefined> {
  const [row] = await database.query<Omit<FreezeState, 'at'> & { at: number | string }>(READ, [
    scope.organizationId ?? null,
  ]);
  // A driver that keeps every digit returns text.
  return row && { ...row, at: new Date(Number(row.at)) };
}

// A copy of the database is another database: restored elsewhere it has another cluster, beside the old one
// another oid, by pg_restore --clean other tables, and a copied data folder another place (which only a
// superuser may read, as the embedded one is).
const HERE = `here as (
  select jsonb_build_object(
    'cluster', (select system_identifier::text from pg_control_system()),
    'database', (select oid::text from pg_database where datname = current_database()),
    'table', 'post'::regclass::oid::text,
    'folder', (select setting from pg_settings where name = 'data_directory')) as id)`;
const IS_COPY: Statement = {
  name: 'freeze-is-copy',
  text: `with ${HERE}
    select 1 from here join instance_state known on known.key = 'database' and known.value <> here.id`,
};
const NOTE_IDENTITY: Statement = {
  name: 'freeze-note-identity',
  text: `with ${HERE}
    insert into instance_state (key, value) select 'database', id from here
    on conflict (key) do update set value = excluded.value, updated_at = now()
    where instance_state.value <> excluded.value`,
};

/**
 * Freezes an instance whose database turns out to be a copy: it may hold posts that were published after the
 * copy was made, and the original may still be running. So is a standby that was promoted without
 * `npm run crier -- promote`. Called before anything can be published.
 *
 * @returns whether it was a copy
 */
export async function freezeIfCopied(database: Database): Promise<boolean> {
  const isCopy = (await database.query(IS_COPY)).length > 0;
  const isOther = isCopy || (await isPromoted(database));
  if (isOther) {
    await noteCopied(database);
    await freeze(
      database,
      {},
      {
        reason:
          'The database is a copy (a restored backup, a promoted standby, or moved to another server): posts published after the copy was made would be published again',
        waitMs: 0,
      },
    );
  }
  // Last: a process that is killed before this will find out once more that it is a copy.
  await noteHere(database);
  return isOther;
}

/** Notes that the database is the one to go on from, wherever it is now. */
export async function noteHere(database: Pick<Database, 'query'>): Promise<void> {
  await noteServer(database);
  await database.query(NOTE_IDENTITY);
}
