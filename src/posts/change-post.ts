/** Changes to a post: the row decides by a conditional update under a lock; the run is told afterwards. */
import type { PostState } from '../../temporal/contract.ts';
import type { Context } from '../context.ts';
import type { EntityManager } from '../platform/database.ts';
import { Outbox, PostEvent } from '../entities/delivery.ts';
import { Post, PostGroup, type PostRow } from '../entities/post.ts';
import { ApiError } from '../platform/errors.ts';
import { countPosts } from '../billing/count-posts.ts';
import { CHANGEABLE, assertOwnPost, tooLate } from './policy.ts';
import { startInline } from '../outbox/start-inline.ts';
import { syncInline } from '../outbox/sync-inline.ts';

/** Which post, on whose behalf; with `revisions`, only while it has one of these (If-Match). */
export interface PostOf {
  readonly organizationId: string;
  readonly postId: string;
  readonly revisions?: readonly number[];
}

/**
 * What follows from a change: nothing at all (it was so already), nothing for the run, the run hears of it,
 * or a group of its own is started.
 */
export type FollowUp = 'unchanged' | 'nothing' | 'tell' | 'start';

/** A change as it is to be done: who must hear of it once the transaction is committed. */
export interface ChangedPost {
  readonly postId: string;
  readonly groupId: string;
  readonly followUp: FollowUp;
  /** The state until now. */
  readonly before: PostState;
  /** The state from now on. */
  readonly state: PostState;
}

/**
 * What is possible, and how it is done. With `orHeld` a thread that waits between two parts may change too:
 * no worker has it.
 */
export interface PostChange {
  readonly from: readonly PostState[];
  readonly orHeld?: boolean;
  apply(tx: EntityManager, post: PostRow, now: Date): FollowUp | Promise<FollowUp>;
}

/** States in which a post has ended. */
export const ENDED: readonly PostState[] = [
  'published',
  'partly_published',
  'failed',
  'unconfirmed',
  'missed',
  'cancelled',
];

/**
 * Changes one post in a transaction of its own.
 *
 * @throws ApiError `post_not_found`, `foreign_resource`, `post_locked` in any other state,
 * `revision_mismatch`; `quota_exceeded` when a draft is to wait
 */
export async function changePost(context: Context, of: PostOf, change: PostChange): Promise<ChangedPost> {
  const now = await context.now();
  const changed = await context.database.fork().transactional(async (tx) => {
    const done = await changeInside(tx, of, change, now);
    if (isAccepted(done)) {
      await countPosts(context, tx, { organizationId: of.organizationId, made: 0, scheduled: [of.postId] });
    }
    return done;
  });
  await notifyChanged(context, [changed]);
  return changed;
}

/** Deletes one post (`deletion`). @returns the state in which it ended: `cancelled` when it waited */
export async function deletePost(context: Context, of: PostOf): Promise<PostState> {
  return (await changePost(context, of, deletion)).state;
}

/** Publishes one post again (`retry`). */
export async function retryPost(context: Context, of: PostOf): Promise<void> {
  await changePost(context, of, retry);
}

/** The refusal of a change to another revision than the post is at. */
export function changedMeanwhile(revision: number): ApiError {
  return new ApiError('revision_mismatch', {
    message: `The post is at revision ${revision} meanwhile`,
    headers: { etag: `"${revision}"` },
  });
}

/** Whether a draft is a post that goes out from now on: the plan counts it. */
export const isAccepted = ({ before, state }: ChangedPost): boolean =>
  before === 'draft' && state === 'scheduled';

/**
 * The same inside a transaction that somebody else commits; `countPosts` comes before that, `notifyChanged`
 * after it.
 */
export async function changeInside(
  tx: EntityManager,
  of: PostOf,
  change: PostChange,
  now: Date,
): Promise<ChangedPost> {
  const { organizationId, postId, revisions } = of;
  await tx.execute('select 1 from post where id = ? for update', [postId]);
  const post = await tx.findOne(Post, { id: postId });
  assertOwnPost(organizationId, post, postId);
  if (revisions && !revisions.includes(post.revision)) throw changedMeanwhile(post.revision);
  if (!change.from.includes(post.state) && !(change.orHeld && post.state === 'publishing' && post.hold)) {
    throw tooLate(post.state);
  }
  const before = post.state;
  const followUp = await change.apply(tx, post, now);
  if (followUp !== 'unchanged') post.revision += 1;
  if (followUp === 'tell') {
    tx.create(Outbox, {
      kind: 'sync_post',
      postGroup: post.postGroup,
      post,
      createdAt: now,
      availableAt: twoSecondsAfter(now),
    });
  }
  return { postId, groupId: post.postGroup.id, followUp, before, state: post.state };
}

/** Tells the runs what has changed. Failure is fine: the outbox has it, and the relay delivers it. */
export async function notifyChanged(context: Context, changes: readonly ChangedPost[]): Promise<void> {
  for (const { followUp, postId, groupId } of changes) {
    if (followUp === 'tell') await syncInline(context, postId);
    if (followUp === 'start') await startInline(context, groupId);
  }
}

/**
 * A group of its own gives the post a new run, because the old one may still wait for other targets, or be
 * over.
 */
export function startAnew(tx: EntityManager, post: PostRow, now: Date): void {
  Object.assign(post, { state: 'scheduled', errorCode: null, error: null, decidedAt: now });
  post.postGroup = tx.create(PostGroup, {
    organization: post.organization,
    creationMethod: 'API',
    createdAt: now,
  });
  tx.create(Outbox, {
    kind: 'start_group',
    postGroup: post.postGroup,
    createdAt: now,
    availableAt: twoSecondsAfter(now),
  });
}

/** The relay takes over then, when what is done right after the commit did not happen. */
const twoSecondsAfter = (now: Date): Date => new Date(now.getTime() + 2000);

/**
 * Cancels a post that waits, or deletes one that has ended (what is out at the network stays out). A thread
 * that is held between two parts ends there; while a worker publishes it, it is locked.
 */
export const deletion: PostChange = {
  from: [...CHANGEABLE, ...ENDED],
  orHeld: true,
  apply(tx, post, now) {
    // A run waits for the date, for the channel, or for a person's decision.
    const waits = ['scheduled', 'publishing', 'unconfirmed'].includes(post.state);
    if (CHANGEABLE.includes(post.state)) post.state = 'cancelled';
    if (post.state === 'publishing') {
      Object.assign(post, {
        state: 'partly_published',
        errorCode: 'dropped',
        error: 'Deleted while the rest waited',
      });
    }
    Object.assign(post, { deletedAt: now, hold: null });
    tx.create(PostEvent, { post, at: now, kind: post.state === 'cancelled' ? 'cancelled' : 'deleted' });
    return waits ? 'tell' : 'nothing';
  },
};

/**
 * Publishes a post again that failed or was missed: parts that are out stay as they are. A new revision opens
 * a new line in the send ledger.
 */
export const retry: PostChange = {
  from: ['failed', 'partly_published', 'missed'],
  apply(tx, post, now) {
    post.publishAt = new Date(Math.max(now.getTime(), post.publishAt.getTime()));
    startAnew(tx, post, now);
    tx.create(PostEvent, { post, at: now, kind: 'retried' });
    return 'start';
  },
};
