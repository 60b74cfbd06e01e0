import { FINAL_STATES, type PostState } from '../../../temporal/contract/post-states.ts';
import { PostEvent } from '../../platform/entities/delivery.ts';
import { Post, PostItem } from '../../platform/entities/post.ts';
import { ApiError } from '../../platform/errors.ts';
import { changePost, type ChangeDeps, type PostChange, type PostOf } from './change-post.ts';
import { CHANGEABLE, mayBePublished } from '../policy.ts';
import { sentence } from '../../platform/sentences.ts';

const DELETED = sentence('deleted_while_rest_waited');

/**
 * Cancels a post that waits, or deletes one that has ended (what is published stays on the network). A thread
 * that waits between two parts ends there. It is locked only while a call is under way or its outcome open.
 */
export const deletion = (atNetwork = false): PostChange => ({
  ...ending(atNetwork),
  from: [...CHANGEABLE, ...FINAL_STATES],
  orIf: async (tx, post) => post.state === 'publishing' && !(await mayBePublished(tx, post)),
});

/** The same of what waits, and of nothing that a worker has taken. */
const cancellation = (): PostChange => ({ ...ending(false), from: CHANGEABLE });

const ending = (atNetwork: boolean): Pick<PostChange, 'apply'> => ({
  async apply(tx, post, now) {
    // A run waits for the date, for the channel, or for a person's decision.
    const hasRun = ['scheduled', 'publishing', 'unconfirmed'].includes(post.state);
    const was = post.state;
    const isPublished = (await tx.count(PostItem, { post: post.id, publishedAt: { $ne: null } })) > 0;
    const isCutShort = CHANGEABLE.includes(was) || was === 'publishing';
    if (isCutShort) {
      // Also a thread that was to be tried again: what is published is not cancelled.
      Object.assign(
        post,
        isPublished
          ? { state: 'partly_published', errorCode: 'dropped', error: DELETED.message }
          : { state: 'cancelled' },
      );
    }
    Object.assign(post, { deletedAt: now, hold: null });
    await tx.execute('delete from metric_day where post_id = ?', [post.id]); // nothing shows them any more
    tx.create(PostEvent, {
      post,
      at: now,
      kind: post.state === 'cancelled' ? 'cancelled' : 'deleted',
      detail:
        post.state === 'cancelled' ? { was } : { atNetwork, ...(isCutShort ? { explanation: DELETED } : {}) },
    });
    return hasRun ? 'sync' : 'none';
  },
});

/**
 * Deletes one post (`deletion`). Repeated, it answers as it did the first time: a client whose first answer
 * was lost must not hear that there never was such a post.
 *
 * @param atNetwork whether it was taken down there before, for the timeline
 * @returns the state in which it ended: `cancelled` when it was waiting
 */
export const deletePost = (context: ChangeDeps, ref: PostOf, atNetwork = false): Promise<PostState> =>
  end(context, ref, deletion(atNetwork));

/** The same of a post that still waits when it is deleted. @throws ApiError `post_locked` for another one */
export const cancelPost = (context: ChangeDeps, ref: PostOf): Promise<PostState> =>
  end(context, ref, cancellation());

async function end(context: ChangeDeps, ref: PostOf, change: PostChange): Promise<PostState> {
  try {
    return (await changePost(context, ref, change)).state;
  } catch (error) {
    const isGone = error instanceof ApiError && error.code === 'post_not_found';
    const state = isGone ? await stateOfDeleted(context, ref) : undefined;
    if (!state) throw error;
    return state;
  }
}

/** Undefined unless this organisation deleted the post, at the revision that If-Match names. */
async function stateOfDeleted(
  { database }: ChangeDeps,
  { organizationId, postId, revisions }: PostOf,
): Promise<PostState | undefined> {
  const post = await database
    .fork()
    .findOne(Post, { id: postId, organization: organizationId, deletedAt: { $ne: null } });
  // The deletion itself raised the revision by one.
  return post && (revisions?.includes(post.revision - 1) ?? true) ? post.state : undefined;
}
