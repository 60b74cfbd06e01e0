import { basename } from 'node:path';
import type { Loaded } from '@mikro-orm/core';
import { namedMedia } from '../../../providers/_kit/settings-media.ts';
import { assertMayPublish } from '../../channels/policy.ts';
import type { Context } from '../../platform/context.ts';
import { PostEvent } from '../../platform/entities/delivery.ts';
import { Post, type PostRow } from '../../platform/entities/post.ts';
import type { EntityManager } from '../../platform/database.ts';
import { changePost, type ChangeDeps, type PostChange, type PostOf } from './change-post.ts';
import { rejoinCancelled, rejoinNext } from '../series/rejoin-series.ts';
import { letGo } from '../decide/retry-post.ts';

type FileDeps = Pick<Context, 'storage' | 'providers'>;

/** What the post was when it was cancelled; a post of an older release was scheduled. */
async function wasDraft(tx: EntityManager, postId: string): Promise<boolean> {
  const [last] = await tx.execute<{ was: string | null }[]>(
    "select detail ->> 'was' as was from post_event where post_id = ? and kind = 'cancelled' order by id desc limit 1",
    [postId],
  );
  return last?.was === 'draft';
}

/**
 * Takes a cancellation back. What was scheduled for a date that has passed becomes a draft: nothing is
 * published at once because a person changed their mind. So does a post of which a file was deleted
 * meanwhile.
 */
const restoration = (isDisabled: boolean, gone: string | undefined): PostChange => ({
  from: ['cancelled'],
  ofCancelled: true,
  async apply(tx, post, now) {
    const goesOut = !isDisabled && !gone && post.publishAt > now && !(await wasDraft(tx, post.id));
    post.deletedAt = null;
    if (goesOut) letGo(post, now);
    else post.state = 'draft';
    const missing = gone ? { reason: gone } : {};
    const detail = goesOut ? { publishAt: post.publishAt.toISOString() } : missing;
    tx.create(PostEvent, { post, at: now, kind: goesOut ? 'scheduled' : 'unscheduled', detail });
    return goesOut ? 'sync' : 'none';
  },
});

/**
 * Restores a post that was cancelled, or the draft that was deleted. A date of a series goes back into it.
 *
 * @returns the post that it is now: of a date that is a coming one again, the one that stands for it
 * @throws ApiError `post_not_found`, `foreign_resource`, `post_locked` in any other state,
 * `revision_mismatch`; `integration_not_found` when its channel is gone
 */
export async function restorePost(context: ChangeDeps & FileDeps, ref: PostOf): Promise<string> {
  const post = await context.database
    .fork()
    .findOne(Post, { id: ref.postId }, { populate: ['integration', 'items'] });
  const channel = post?.organization === ref.organizationId ? post.integration : undefined;
  if (channel?.deletedAt) assertMayPublish(ref.organizationId, undefined, { id: channel.id });
  const series = channel && !channel.disabled ? await rejoinCancelled(context, ref) : null;
  if (series) return series;
  const gone = post && channel ? await fileThatIsGone(context, post) : undefined;
  await changePost(context, ref, restoration(channel?.disabled ?? false, gone));
  await rejoinNext(context, ref);
  return ref.postId;
}

/** The first file of a post that is not there, or not whole, by its name in the library. */
async function fileThatIsGone(
  { storage, providers }: FileDeps,
  post: Loaded<PostRow, 'integration' | 'items'>,
): Promise<string | undefined> {
  const network = providers.get(post.integration.provider);
  const files = [
    ...post.items.getItems().flatMap(({ media }) => media.flatMap((one) => [one, one.thumbnail ?? one])),
    ...(network ? namedMedia(network, post.settings).map(([, named]) => named) : []),
  ];
  for (const file of files) {
    if (!(await storage.resolve(post.organization, file))) return basename(file.path);
  }
  return undefined;
}
