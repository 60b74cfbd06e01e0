/**
 * The relay: every second it delivers the outbox rows whose inline delivery did not happen. Any number of
 * relays may run.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { readStoreId } from '../../../temporal/client.ts';
import type { OutboxKind, RunKind } from '../entities/delivery.ts';
import type { Statement } from '../database.ts';
import type { Logger } from '../logger.ts';
import { endGroup } from './end-group.ts';
import { startGroup, type DispatchDeps } from './start-group.ts';
import { startRun } from './start-run.ts';
import { syncPost } from './notify-run.ts';

interface Row {
  readonly id: string;
  readonly kind: OutboxKind;
  readonly groupId: string | null;
  readonly postId: string | null;
  readonly subjectId: string | null;
  readonly attempts: number;
  /** Seconds: when the post is due, and for messages about none, since when they wait. */
  readonly due: number;
  /** Seconds: since when it waits. */
  readonly since: number;
}

/** A message, with the ids that a check of the table demands of its kind. */
type OutboxRow = Row &
  (
    | { readonly kind: 'start_group'; readonly groupId: string }
    | { readonly kind: 'sync_post'; readonly postId: string }
    | { readonly kind: 'wake_post'; readonly postId: string }
    | { readonly kind: 'end_group'; readonly subjectId: string }
    | { readonly kind: RunKind; readonly subjectId: string }
  );

const TICK_MS = 1000;
const BATCH = 100;
const DELIVERY_DEADLINE_MS = 10_000;

// The lease (30 s) frees the rows of a relay that died; SKIP LOCKED lets relays pass each other.
const LEASE: Statement = {
  name: 'relay-lease',
  text: `with
    ready as (
      select id, available_at
      from outbox
      where available_at <= now()
      order by kind = 'deliver_webhook', available_at
      limit $1
      for update skip locked
    )
    update outbox
    set available_at = now() + interval '30 seconds', attempts = attempts + 1
    from ready
    where outbox.id = ready.id
    returning outbox.id, kind, subject_id as "subjectId", post_group_id as "groupId", post_id as "postId",
      attempts, extract(epoch from ready.available_at)::float8 as since,
      extract(epoch from coalesce(
        (select min(p.publish_at) from post p where p.post_group_id = outbox.post_group_id),
        ready.available_at
      ))::float8 as due`,
};
const DELIVERED: Statement = { name: 'relay-delivered', text: 'delete from outbox where id = $1' };
const POSTPONE: Statement = {
  name: 'relay-postpone',
  text: 'update outbox set available_at = now() + make_interval(secs => $2), last_error = $3 where id = $1',
};

/** Runs until `signal` aborts. Errors are recorded in the row and logged; none ends the loop. */
export async function runRelay(deps: DispatchDeps & { log: Logger }, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const delivered = await relayOnce(deps).catch((error: unknown) => {
      deps.log.error({ err: error }, 'outbox relay could not read the database');
      return 0;
    });
    // aborted: the loop ends
    if (delivered < BATCH) await sleep(TICK_MS, undefined, { signal }).catch(() => undefined);
  }
}

/** One pass. @returns how many rows it took */
export async function relayOnce(deps: DispatchDeps & { log: Logger }): Promise<number> {
  const rows = await leaseMessages(deps.database);
  const waiting = [...rows];
  const work = async (): Promise<void> => {
    for (let row = waiting.shift(); row; row = waiting.shift()) await deliver(deps, row);
  };
  await Promise.all(Array.from({ length: 8 }, work));
  return rows.length;
}

/**
 * Leases the messages that have waited longest, for 30 seconds, in the order of their posts' dates: after an
 * outage, what is due goes before what is not, whichever was created first.
 */
export async function leaseMessages(database: DispatchDeps['database']): Promise<readonly OutboxRow[]> {
  const rows = await database.query<OutboxRow>(LEASE, [BATCH]);
  return rows.toSorted((a, b) => a.due - b.due || a.since - b.since);
}

async function deliver(deps: DispatchDeps & { log: Logger }, row: OutboxRow): Promise<void> {
  try {
    await deps.temporal.connection.withDeadline(Date.now() + DELIVERY_DEADLINE_MS, async () => {
      await send(deps, row, await readStoreId(deps.temporal));
    });
  } catch (error) {
    const { id: outboxId, kind, attempts, groupId, postId, subjectId } = row;
    const reason = error instanceof Error ? error.message : String(error);
    const backoffSeconds = Math.min(2 ** Math.min(attempts, 4), 10);
    await deps.database.query(POSTPONE, [outboxId, backoffSeconds, reason.slice(0, 500)]);
    const log = deps.log.child({
      outboxId,
      kind,
      ...(groupId ? { groupId } : { subjectId }),
      ...(postId ? { postId } : {}),
    });
    log[attempts > 5 ? 'warn' : 'info']({ attempts, reason }, 'outbox delivery postponed');
  }
}

async function send(deps: DispatchDeps, row: OutboxRow, storeId: string): Promise<void> {
  // These delete their own rows: with the record of the start, or all of the post whose runs are notified by
  // now.
  if (row.kind === 'start_group') return void (await startGroup(deps, row.groupId, storeId));
  if (row.kind === 'sync_post' || row.kind === 'wake_post') return syncPost(deps, row.postId, storeId);
  if (row.kind === 'end_group') await endGroup(deps, row.subjectId);
  else await startRun(deps, row, storeId);
  await deps.database.query(DELIVERED, [row.id]);
}
