/** Tells the run of a post that its row has changed. Every step may be repeated. */
import {
  WorkflowNotFoundError,
  WorkflowUpdateFailedError,
  type Client,
  type WorkflowHandle,
} from '@temporalio/client';
import {
  CANCEL_UPDATE,
  RESCHEDULE_UPDATE,
  RESOLVE_UPDATE,
  WAKE_UPDATE,
  publishWorkflowId,
  type CancelMessage,
  type PostState,
  type RescheduleMessage,
  type ResolveMessage,
  type WakeMessage,
} from '../../temporal/contract.ts';
import type { Statement } from '../platform/database.ts';
import { startGroup, type DispatchDeps } from './start-group.ts';

interface ChangedPost {
  readonly groupId: string;
  readonly state: PostState;
  readonly deleted: boolean;
  readonly revision: number;
  readonly dueMs: number;
}

const READ_POST: Statement = {
  name: 'dispatch-read-post',
  text: `select post_group_id as "groupId", state, revision, deleted_at is not null as deleted,
      (extract(epoch from publish_at) * 1000)::float8 as "dueMs"
    from post
    where id = $1`,
};
// Only while the row is what the run was told: a change made meanwhile has a message of its own.
const SYNCED: Statement = {
  name: 'dispatch-synced',
  text: `delete from outbox
    where post_id = $1 and kind = 'sync_post'
      and exists (select 1 from post where id = $1 and revision = $2)`,
};
const WOKEN: Statement = { name: 'dispatch-woken', text: 'delete from outbox where id = $1' };

/**
 * Tells the run of a post what its row says now: a new date, that it is cancelled, what a person decided. A
 * run that is gone is started again when there is something left to publish. When the run refuses (it has
 * ended, or knows a newer revision), there is nothing left to tell.
 */
export async function syncPost(deps: DispatchDeps, postId: string, storeId: string): Promise<void> {
  const post = await notify(deps, { postId, send: sendChange }, storeId);
  if (post) await deps.database.query(SYNCED, [postId, post.revision]);
}

/**
 * Tells the run of a held post that it may go on. `messageId` is the row of the outbox; the rest as syncPost.
 */
export async function wakePost(
  deps: DispatchDeps,
  { messageId, postId }: { messageId: string; postId: string },
  storeId: string,
): Promise<void> {
  await notify(deps, { postId, send: sendWake }, storeId);
  await deps.database.query(WOKEN, [messageId]);
}

/** Undefined when the post is gone, and its messages with it. */
async function notify(
  deps: DispatchDeps,
  { postId, send }: { postId: string; send: typeof sendChange },
  storeId: string,
): Promise<ChangedPost | undefined> {
  const post = (await deps.database.query<ChangedPost>(READ_POST, [postId]))[0];
  if (!post) return undefined;
  try {
    await send(deps.temporal, postId, post);
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) {
      // A run that was started meanwhile may know the old date: `FAIL` then throws, and the relay comes back.
      if (post.state === 'scheduled' || post.state === 'publishing') {
        await startGroup(deps, post.groupId, storeId, { ifRunning: 'FAIL' });
      }
    } else if (!(error instanceof WorkflowUpdateFailedError)) throw error;
  }
  return post;
}

const handleOf = (temporal: Client, { groupId }: ChangedPost): WorkflowHandle =>
  temporal.workflow.getHandle(publishWorkflowId(groupId));

async function sendWake(temporal: Client, postId: string, post: ChangedPost): Promise<void> {
  await handleOf(temporal, post).executeUpdate<void, [WakeMessage]>(WAKE_UPDATE, { args: [{ postId }] });
}

async function sendChange(temporal: Client, postId: string, post: ChangedPost): Promise<void> {
  const { revision, state } = post;
  const handle = handleOf(temporal, post);
  const updateId = `${postId}:${revision}:${state}`;
  const decision = decisionOf(post);
  if (decision) {
    await handle.executeUpdate<void, [ResolveMessage]>(RESOLVE_UPDATE, {
      updateId,
      args: [{ postId, decision }],
    });
  } else if (state === 'scheduled') {
    await handle.executeUpdate<void, [RescheduleMessage]>(RESCHEDULE_UPDATE, {
      updateId,
      args: [{ postId, dueMs: post.dueMs, revision }],
    });
  }
  // `failed` and `partly_published` as well: an unconfirmed post that is dropped, or a held thread that is
  // deleted, has ended in its row.
  else if (['cancelled', 'draft', 'failed', 'partly_published'].includes(state)) {
    await handle.executeUpdate<void, [CancelMessage]>(CANCEL_UPDATE, {
      updateId,
      args: [{ postId, revision }],
    });
  }
}

/**
 * What a run that waits for a person's decision is told; any other run refuses it. Nobody will decide about a
 * post that was deleted.
 */
function decisionOf({ state, deleted }: ChangedPost): ResolveMessage['decision'] | null {
  if (state === 'published') return 'published';
  if (state === 'publishing') return 'resend';
  return state === 'unconfirmed' && deleted ? 'drop' : null;
}
