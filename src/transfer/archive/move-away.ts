/** A move: this instance stops publishing for an organisation, which another one goes on with. */
import { setTimeout as sleep } from 'node:timers/promises';
import { recordAudit } from '../../platform/audit.ts';
import type { Database, Statement } from '../../platform/database.ts';
import { untilQuiet } from '../../platform/freeze.ts';
import { MAY_BE_OUT_SQL } from '../../platform/attempt-phase.ts';
import { ArchiveError } from './archive-error.ts';

/** Shown wherever the freeze of the organisation is shown. */
const REASON = 'Moved to another instance, which publishes for it';
/** The same until the archive is complete: what is left of a move that was killed. */
const MOVING =
  'A move to another instance was begun, and has not written its archive: type "export FILE --move" again, or "export --undo-move"';

// One moment for both, which distinguishes a freeze from before from that of the move.
const MARK = `update organization
  set moved_at = now(), frozen_at = coalesce(frozen_at, now()), frozen_reason = coalesce(frozen_reason, ?)
  where id = ? and moved_at is null returning 1`;
const UNMARK = `update organization
  set moved_at = null,
    frozen_at = case when ? and frozen_at = moved_at then null else frozen_at end,
    frozen_reason = case when ? and frozen_at = moved_at then null else frozen_reason end
  where id = ? and moved_at is not null returning 1`;
// Only this instance knows their outcome.
const UNDER_WAY: Statement = {
  name: 'archive-under-way',
  text: `select count(*)::int as count from post p
    where p.organization_id = $1 and p.deleted_at is null
      and (p.state = 'processing' or p.state in ('scheduled', 'publishing') and ${MAY_BE_OUT_SQL})`,
};
const LOOK_MS = 500;
const COMPLETE: Statement = {
  name: 'archive-move-complete',
  text: 'update organization set frozen_reason = $2 where id = $1 and moved_at is not null and frozen_reason = $3',
};

/**
 * From now on nothing of it is sent, renewed or repeated here, and nobody can resume it: however the process
 * ends, there is never a complete archive while this instance still publishes. Waits until what was under way
 * is settled; then an archive is written, and `noteMoved` ends the move.
 *
 * @param options.waitMs for how long at most; default 30 s
 * @param options.signal ends the wait, and takes the move back
 * @returns false when it was moved before
 * @throws ArchiveError `posts_under_way` when something is not settled after `waitMs`; this instance then
 * publishes as before
 */
export async function moveAway(
  database: Database,
  organizationId: string,
  { waitMs = 30_000, signal }: { waitMs?: number; signal?: AbortSignal | undefined } = {},
): Promise<boolean> {
  const marked = await database.fork().transactional(async (tx) => {
    const rows: unknown[] = await tx.execute(MARK, [MOVING, organizationId]);
    if (rows.length) {
      await recordAudit(tx, { organizationId, userId: null, kind: 'organization_moved' });
    }
    return rows.length > 0;
  });
  try {
    const open = await orAborted(signal, countLeft(database, organizationId, waitMs));
    if (open === 0) return marked;
    throw new ArchiveError(
      'posts_under_way',
      `${open} of its posts are being published at this moment: wait until they are published, then move it again`,
    );
  } catch (error) {
    if (marked) await takeBack(database, organizationId, { resume: true });
    throw error;
  }
}

/** The archive is complete, where it was to be written. */
export async function noteMoved(database: Pick<Database, 'query'>, organizationId: string): Promise<void> {
  await database.query(COMPLETE, [organizationId, REASON, MOVING]);
}

async function orAborted<T>(signal: AbortSignal | undefined, work: Promise<T>): Promise<T> {
  if (!signal) return work;
  const aborted = Promise.withResolvers<never>();
  const abort = (): void => aborted.reject(signal.reason as Error);
  signal.addEventListener('abort', abort, { once: true });
  if (signal.aborted) abort();
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

async function countLeft(database: Database, organizationId: string, waitMs: number): Promise<number> {
  const calls = await untilQuiet(database, { organizationId }, waitMs);
  return Math.max(calls, await countOpen(database, organizationId, waitMs));
}

async function countOpen(database: Database, organizationId: string, waitMs: number): Promise<number> {
  for (const end = Date.now() + waitMs; ;) {
    const [row] = await database.query<{ count: number }>(UNDER_WAY, [organizationId]);
    if (!row?.count || Date.now() >= end) return row?.count ?? 0;
    await sleep(LOOK_MS);
  }
}

/**
 * Takes a move back.
 *
 * @param options.resume whether publishing goes on at once, for a move that has not come about; otherwise it
 * stays frozen until a person resumes it
 * @throws ArchiveError `not_moved`
 */
export async function takeBack(
  database: Pick<Database, 'fork'>,
  organizationId: string,
  options: { resume: boolean },
): Promise<void> {
  await database.fork().transactional(async (tx) => {
    const { resume } = options;
    const rows: unknown[] = await tx.execute(UNMARK, [resume, resume, organizationId]);
    if (!rows.length) {
      throw new ArchiveError('not_moved', 'This organisation was not moved away: it is published from here');
    }
    await recordAudit(tx, { organizationId, userId: null, kind: 'organization_taken_back' });
  });
}
