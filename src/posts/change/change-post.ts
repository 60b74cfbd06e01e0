/** Changing a post: the row decides by a conditional update under a lock; the run is notified afterwards. */
import type { PostState } from '../../../temporal/contract/post-states.ts';
import { countPosts } from '../../billing/count-posts.ts';
import type { QuotaDeps } from '../../billing/quotas.ts';
import type { Context } from '../../platform/context.ts';
import { Outbox } from '../../platform/entities/delivery.ts';
import { Post, type PostRow } from '../../platform/entities/post.ts';
import type { InlineDeps } from '../../platform/outbox/start-inline.ts';
import { syncInline } from '../../platform/outbox/sync-inline.ts';
import type { EntityManager } from '../../platform/database.ts';
import { ApiError } from '../../platform/errors.ts';
import { transact } from '../../platform/lost-answer.ts';
import { assertOwnPost, mayBePublished, seenByPeople, tooLate } from '../policy.ts';
import { sentence } from '../../platform/sentences.ts';

/** What a change takes: the clock and the database, whether posts are counted, and a run to notify. */
export type ChangeDeps = InlineDeps & QuotaDeps & Pick<Context, 'now' | 'database'>;

/** A post and the caller who changes it; with `revisions`, only while it has one of these (If-Match). */
export interface PostOf {
  readonly organizationId: string;
  readonly postId: string;
  readonly revisions?: readonly number[];
}

/**
 * The consequence of a change: nothing at all, because nothing has changed (`unchanged`); nothing for a run
 * (`none`); or its run must know, and is started when there is none (`sync`).
 */
export type FollowUp = 'unchanged' | 'none' | 'sync';

/** A change that was made, and what must follow once its transaction is committed. */
export interface ChangedPost {
  readonly postId: string;
  readonly followUp: FollowUp;
  /** The state until now. */
  readonly before: PostState;
  /** The state from now on. */
  readonly state: PostState;
  readonly revision: number;
}

/**
 * The states from which a change is possible, and how it is made. `orIf` allows it in one other case; it is
 * evaluated while the post's row is locked. What may be published is never changed otherwise.
 */
export interface PostChange {
  readonly from: readonly PostState[];
  /** Whether it is made to a post that was cancelled, which no other change finds. */
  readonly ofCancelled?: boolean;
  orIf?(tx: EntityManager, post: PostRow): Promise<boolean>;
  apply(tx: EntityManager, post: PostRow, now: Date): FollowUp | Promise<FollowUp>;
}

/**
 * Changes one post in a transaction of its own.
 *
 * @throws ApiError `post_not_found`, `foreign_resource`, `post_locked` in any other state,
 * `revision_mismatch`; `quota_exceeded` when a draft is to be scheduled
 */
export async function changePost(context: ChangeDeps, ref: PostOf, change: PostChange): Promise<ChangedPost> {
  const now = await context.now();
  const changed = await transact(context.database, async (tx) => {
    const done = await changeInside(tx, ref, change, now);
    if (isAccepted(done)) {
      await countPosts(context, tx, { organizationId: ref.organizationId, made: 0, scheduled: [ref.postId] });
    }
    return done;
  });
  await notifyChanged(context, [changed]);
  return changed;
}

/** The error for a change that was meant for another revision of the post. */
export function changedMeanwhile(revision: number): ApiError {
  return new ApiError('revision_mismatch', {
    ...sentence('post_changed_meanwhile', { revision }),
    headers: { etag: `"${revision}"` },
  });
}

/** Whether a draft becomes a post that will be published: the plan counts it. */
export const isAccepted = ({ before, state }: ChangedPost): boolean =>
  before === 'draft' && state === 'scheduled';

/**
 * Changes a post inside a transaction that the caller commits; `countPosts` comes before the commit,
 * `notifyChanged` after it.
 */
export async function changeInside(
  tx: EntityManager,
  ref: PostOf,
  change: PostChange,
  now: Date,
): Promise<ChangedPost> {
  const { organizationId, postId, revisions } = ref;
  await tx.execute('select 1 from post where id = ? for update', [postId]);
  // Read again: what this transaction read before the lock may have changed since.
  const post = await tx.findOne(Post, { id: postId }, { refresh: true });
  assertOwnPost(organizationId, change.ofCancelled ? seenByPeople(post) : post, postId);
  if (!post) throw new Error('A post that is there was not read');
  if (revisions && !revisions.includes(post.revision)) throw changedMeanwhile(post.revision);
  if (!(await change.orIf?.(tx, post))) {
    const sent = await mayBePublished(tx, post);
    if (sent || !change.from.includes(post.state)) throw tooLate(post.state, { sent });
  }
  const before = post.state;
  const followUp = await change.apply(tx, post, now);
  if (followUp !== 'unchanged') post.revision += 1;
  if (followUp === 'sync') {
    tx.create(Outbox, {
      kind: 'sync_post',
      postGroup: post.postGroup,
      post,
      createdAt: now,
      availableAt: relayAfter(now),
    });
  }
  return { postId, followUp, before, state: post.state, revision: post.revision };
}

/** The time at which the relay takes over a message whose delivery right after the commit did not happen. */
export const relayAfter = (now: Date): Date => new Date(now.getTime() + 2000);

/** Notifies the runs of what has changed. A failure does no harm: the relay delivers the outbox row. */
export async function notifyChanged(context: InlineDeps, changes: readonly ChangedPost[]): Promise<void> {
  for (const { followUp, postId } of changes) if (followUp === 'sync') await syncInline(context, postId);
}
