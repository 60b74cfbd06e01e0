/** Notifies the run of a post that its row has changed. Every step may be repeated. */
import type { PostState } from '../../../temporal/contract/post-states.ts';
import type { RowChanged } from '../../../temporal/contract/publish-post.ts';
import type { Statement } from '../database.ts';
import { messageRun } from './message-run.ts';
import { startGroup, type DispatchDeps } from './start-group.ts';

interface ChangedPost {
  readonly groupId: string;
  readonly organizationId: string;
  readonly state: PostState;
  readonly deleted: boolean;
  readonly revision: number;
  readonly dueMs: number;
  /** Nothing of it is published. */
  readonly whole: boolean;
  /** The messages that wait for this delivery. One that is written later has a delivery of its own. */
  readonly messages: readonly string[];
}

const READ_POST: Statement = {
  name: 'dispatch-read-post',
  text: `select post_group_id as "groupId", organization_id as "organizationId", state,
      deleted_at is not null as deleted, revision,
      (extract(epoch from publish_at) * 1000)::float8 as "dueMs",
      not exists (select 1 from post_item i where i.post_id = post.id and i.published_at is not null) as whole,
      array(
        select o.id
        from outbox o
        where o.post_id = post.id and o.kind in ('sync_post', 'wake_post')
      ) as messages
    from post
    where id = $1`,
};
const DELIVERED: Statement = { name: 'dispatch-delivered', text: 'delete from outbox where id = any($1)' };

/** States in which a post needs a run. */
const WAITING: readonly PostState[] = ['scheduled', 'publishing', 'processing'];

/**
 * Notifies the run of a post that its row has changed: it then reads the row and acts on it, also for a post
 * that it did not know, and although its date is far. Temporal keeps the message until a worker takes it. A
 * run that is gone is started again when there is something left to publish.
 *
 * @throws the gRPC error when Temporal cannot be reached; the messages stay
 */
export async function syncPost(deps: DispatchDeps, postId: string, storeId: string): Promise<void> {
  const [post] = await deps.database.query<ChangedPost>(READ_POST, [postId]);
  if (!post) return; // and its messages with it
  const message = messageOf(postId, post);
  const waits = WAITING.includes(post.state) && !post.deleted;
  if (!waits || !(await startGroup(deps, post.groupId, storeId, { message }))) {
    await messageRun(deps.temporal, post, message);
  }
  await deps.database.query(DELIVERED, [post.messages]);
}

function messageOf(postId: string, { state, deleted, whole, dueMs, revision }: ChangedPost): RowChanged {
  return state === 'scheduled' && !deleted && whole ? { postId, waits: { dueMs, revision } } : { postId };
}
