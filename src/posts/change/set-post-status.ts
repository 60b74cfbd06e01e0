/** Moving a post between the drafts and the schedule. */
import type { InferEntity } from '@mikro-orm/core';
import { assertMayPublish } from '../../channels/policy.ts';
import { PostEvent } from '../../platform/entities/delivery.ts';
import type { Integration } from '../../platform/entities/integration.ts';
import { Post } from '../../platform/entities/post.ts';
import {
  changePost,
  type ChangeDeps,
  type ChangedPost,
  type PostChange,
  type PostOf,
} from './change-post.ts';
import type { CheckDeps } from '../create/entries/check-entry.ts';
import { checkedRevision, prepareEdit } from './edit-post.ts';
import { assertOwnPost } from '../policy.ts';
import { letGo, retry } from '../decide/retry-post.ts';
import { untilCurrent } from './until-current.ts';

/** The facts about a post's channel that decide whether the post may be published. */
export type PostChannel = Pick<
  InferEntity<typeof Integration>,
  'id' | 'organization' | 'provider' | 'name' | 'disabled' | 'refreshNeeded' | 'deletedAt'
>;

/** A waiting post becomes a draft, and its run ends. */
export const toDraft: PostChange = {
  from: ['draft', 'scheduled', 'missed'],
  apply(tx, post, now) {
    if (post.state === 'draft') return 'unchanged';
    const hadRun = post.state === 'scheduled';
    Object.assign(post, { state: 'draft', hold: null, errorCode: null, error: null });
    tx.create(PostEvent, { post, at: now, kind: 'unscheduled' });
    return hadRun ? 'sync' : 'none';
  },
};

/**
 * A draft is scheduled for its date; when that has passed, it is published at once. A post that failed or was
 * missed is tried again.
 */
export const toSchedule: PostChange = {
  from: ['draft', 'scheduled', 'failed', 'partly_published', 'missed'],
  apply(tx, post, now) {
    if (post.state === 'scheduled') return 'unchanged';
    if (post.state !== 'draft') return retry.apply(tx, post, now);
    post.publishAt = new Date(Math.max(now.getTime(), post.publishAt.getTime()));
    letGo(post, now);
    const detail = { publishAt: post.publishAt.toISOString() };
    tx.create(PostEvent, { post, at: now, kind: 'scheduled', detail });
    return 'sync';
  },
};

/**
 * Moves a post to the drafts or to the schedule; one that is there already stays as it is. A draft is checked
 * like a new post before it is scheduled.
 *
 * @throws ApiError `post_locked` in any other state; `invalid_content`, `channel_disabled` and the like for a
 * draft that cannot be published
 */
export async function setPostStatus(
  context: ChangeDeps & CheckDeps,
  ref: PostOf,
  status: 'draft' | 'schedule',
): Promise<ChangedPost> {
  if (status === 'draft') return changePost(context, ref, toDraft);
  const attempt = async (): Promise<ChangedPost> =>
    changePost(context, { ...ref, revisions: await checkDraft(context, ref) }, toSchedule);
  return ref.revisions ? attempt() : untilCurrent(attempt);
}

/**
 * The revision at which a draft was found fit to be published. For any other post, which was checked before,
 * the revisions that the caller named.
 */
async function checkDraft(context: CheckDeps, ref: PostOf): Promise<readonly number[] | undefined> {
  const post = await context.database.fork().findOne(Post, { id: ref.postId }, { populate: ['integration'] });
  assertOwnPost(ref.organizationId, post, ref.postId);
  if (post.state !== 'draft') return ref.revisions;
  const { revision } = await prepareEdit(context, ref, {}, { asDraft: false });
  assertGoesOut(ref.organizationId, post.integration);
  return checkedRevision(ref, revision);
}

/** A draft that is to be scheduled needs what a new post needs: a usable channel. */
export function assertGoesOut(organizationId: string, channel: PostChannel): void {
  assertMayPublish(organizationId, channel.deletedAt ? undefined : channel, { id: channel.id });
}
