/** What the reconciler does about runs that are there: do they drive every post that waits for them? */
import { isGrpcDeadlineError } from '@temporalio/client';
import { syncPost } from '../src/platform/outbox/notify-run.ts';
import { isNotBegun, isRunning } from '../temporal/client.ts';
import { PROGRESS_QUERY, publishWorkflowId, type TargetProgress } from '../temporal/contract/publish-post.ts';
import type { ActivityDeps } from './deps.ts';

/** A post `p` that a run must drive. */
export const WAITING = "p.state in ('scheduled', 'publishing', 'processing') and p.deleted_at is null";

/** A request with posts that are due; `overdue` are those that should be published or ended by now. */
export interface DueGroup {
  readonly id: string;
  readonly overdue: readonly string[];
}

/** A query needs a worker, and the workers may be busy: the next pass asks again. */
const QUERY_DEADLINE_MS = 5000;
const AT_ONCE = 10;

/**
 * Returns the requests whose run is gone, and the posts whose run was notified of them because it did nothing
 * about them.
 */
export async function lookAtRuns(
  deps: ActivityDeps,
  groups: readonly DueGroup[],
  storeId: string,
): Promise<{ gone: string[]; signalled: string[] }> {
  const found = { gone: new Array<string>(), signalled: new Array<string>() };
  const waiting = [...groups];
  let busy = false;
  const signalIdle = async (group: DueGroup): Promise<void> => {
    // Two hundred deadlines one after the other would cost the pass all its time, and everything after it.
    if (group.overdue.length === 0 || busy) return;
    try {
      for (const postId of await idleIn(deps, group)) {
        await syncPost(deps, postId, storeId);
        found.signalled.push(postId);
      }
    } catch (error) {
      busy ||= isGrpcDeadlineError(error);
      const reason = error instanceof Error ? error.message : String(error);
      deps.log.info({ groupId: group.id, reason }, 'a run could not be asked what it does');
    }
  };
  const work = async (): Promise<void> => {
    for (let group = waiting.shift(); group; group = waiting.shift()) {
      if (await isRunning(deps.temporal, publishWorkflowId(group.id))) await signalIdle(group);
      else found.gone.push(group.id);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return found;
}

/** Posts of a run that nothing in it will ever move, although their rows are in a state of being sent. */
async function idleIn({ temporal }: ActivityDeps, { id, overdue }: DueGroup): Promise<string[]> {
  const targets = await temporal.connection
    .withDeadline(Date.now() + QUERY_DEADLINE_MS, () =>
      temporal.workflow.getHandle(publishWorkflowId(id)).query<TargetProgress[]>(PROGRESS_QUERY),
    )
    .catch((error: unknown) => {
      // Temporal has not begun it: it waits for a date that the post no longer has.
      if (isNotBegun(error)) return [];
      throw error;
    });
  const driven = new Set(
    targets.filter((t) => t.phase !== 'done' && t.phase !== 'needs a decision').map((t) => t.postId),
  );
  return overdue.filter((postId) => !driven.has(postId));
}
