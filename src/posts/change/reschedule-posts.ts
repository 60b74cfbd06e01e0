/**
 * Gives several posts other dates at once: each its own, or the next free posting times of their
 * channels.
 */
import { assertFree, lockChannels, takeSlots, type SlotSeeker } from '../../channels/take-slots.ts';
import type { EntityManager } from '../../platform/database.ts';
import { Post } from '../../platform/entities/post.ts';
import { ApiError } from '../../platform/errors.ts';
import { transact } from '../../platform/lost-answer.ts';
import { assertOwnPost } from '../policy.ts';
import { changeInside, notifyChanged, type ChangeDeps, type ChangedPost } from './change-post.ts';
import { editing } from './edit-post.ts';

/** One post of the request. `date`: the new one; default: the next free posting time of its channel. */
export interface Rescheduling {
  readonly id: string;
  readonly date?: Date;
  /** Refused when the post has another revision. */
  readonly revision?: number;
}

interface Wanted {
  readonly posts: readonly Rescheduling[];
  /** Whether a date at which a channel has another post is refused. */
  readonly onlyFree: boolean;
}

/** A post with its date. */
export interface Rescheduled {
  readonly id: string;
  readonly publishDate: string;
  readonly revision: number;
}

/**
 * Changes all dates, or none.
 *
 * @returns the posts in the order of the request
 * @throws ApiError as changePost, takeSlots and assertFree, with the place of the post in the request;
 * `invalid_date`
 */
export async function reschedulePosts(
  context: ChangeDeps,
  organizationId: string,
  { posts, onlyFree }: Wanted,
): Promise<Rescheduled[]> {
  const now = await context.now();
  const { changed, rescheduled } = await transact(context.database, async (tx) => {
    const dates = await datesOf(tx, organizationId, { posts, onlyFree, now });
    const done: ChangedPost[] = [];
    // In the order of their ids: two requests about the same posts then wait for each other and not in a
    // circle.
    const inOrder = posts.map((post, n) => ({ ...post, n })).toSorted((a, b) => (a.id < b.id ? -1 : 1));
    for (const { id, revision, n } of inOrder) {
      const ref = { organizationId, postId: id, revisions: revision === undefined ? undefined : [revision] };
      done.push(await at(n, () => changeInside(tx, ref, editing({ revision: 0, publishAt: dates[n] }), now)));
    }
    return { changed: done, rescheduled: await present(tx, posts) };
  });
  await notifyChanged(context, changed);
  return rescheduled;
}

/** The new date of each post. The posts move together: the dates that they have now are free. */
async function datesOf(
  tx: EntityManager,
  organizationId: string,
  { posts, onlyFree, now }: Wanted & { now: Date },
): Promise<Date[]> {
  const ids = posts.map(({ id }) => id);
  const needsChannel = posts.flatMap(({ id, date }, n) => (date && !onlyFree ? [] : [{ id, n }]));
  const stored = needsChannel.length > 0 ? await tx.find(Post, { id: { $in: ids } }) : [];
  const channelOf = (id: string): string => stored.find((one) => one.id === id)?.integration.id ?? '';
  for (const { id, n } of needsChannel) {
    const post = stored.find((one) => one.id === id) ?? null;
    await at(n, async () => assertOwnPost(organizationId, post, id));
  }
  // All of them at once: two requests then do not wait for each other in a circle.
  if (onlyFree) await lockChannels(tx, ids.map(channelOf));
  const seekers = posts.flatMap(({ id, date }, n): SlotSeeker[] =>
    date ? [] : [{ channelId: channelOf(id), path: `posts.${n}.id` }],
  );
  const taking = posts.flatMap(({ id, date }) =>
    date && channelOf(id) ? [{ channelId: channelOf(id), ms: date.getTime() }] : [],
  );
  const slots = seekers.length > 0 ? await takeSlots(tx, seekers, { now, moving: ids, taking }) : [];
  const dates = posts.map(({ date }) => date ?? slots.shift() ?? now);
  if (onlyFree) {
    const wanted = posts.map(({ id }, n) => ({
      channelId: channelOf(id),
      ms: dates[n]?.getTime() ?? 0,
      path: `posts.${n}.date`,
    }));
    await assertFree(tx, wanted, ids);
  }
  return dates;
}

async function present(tx: EntityManager, posts: readonly Rescheduling[]): Promise<Rescheduled[]> {
  await tx.flush();
  const stored = await tx.find(Post, { id: { $in: posts.map(({ id }) => id) } });
  return posts.flatMap(({ id }) => {
    const post = stored.find((one) => one.id === id);
    return post ? [{ id, publishDate: post.publishAt.toISOString(), revision: post.revision }] : [];
  });
}

/** What is refused about one post is refused with its place in the request. */
async function at<T>(n: number, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { code, headers, issues } = error;
    const known = issues.map((issue) => ({ ...issue, path: `posts.${n}.${issue.path}` }));
    throw new ApiError(code, {
      headers,
      issues: known.length > 0 ? known : [{ path: `posts.${n}.id`, ...error.sentence }],
    });
  }
}
