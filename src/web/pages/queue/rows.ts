/** The queue of a channel as rows: its posts and its free posting times, day by day. */
import type { Answer } from '../../api/client.ts';
import { now } from '../../api/server-clock.ts';
import { strings } from '../../strings/index.ts';
import { whyFixed } from '../calendar/entries.ts';

/** New dates of posts, by their ids, in milliseconds. */
type Dates = ReadonlyMap<string, number>;

export type QueuedPost = Answer<'getCalendar'>['posts'][number];
type Calendar = Pick<Answer<'getCalendar'>, 'posts' | 'slots'>;

/** A post, or (null) a free posting time. `ms`: its instant. */
export interface Row {
  readonly key: string;
  readonly ms: number;
  readonly post: QueuedPost | null;
}

/** Free posting times are listed for so long after the last post. */
const AFTER_MS = 7 * 86_400_000;

/** @param dates what has just been changed, and not read again yet */
export function rowsOf({ posts, slots }: Calendar, dates: ReadonlyMap<string, number | null>): Row[] {
  const queued = posts.map((post): Row => {
    const moved = post.isRepeat ? undefined : dates.get(post.id);
    const ms = moved ?? Date.parse(post.publishDate);
    return { key: post.isRepeat ? `${post.id} ${post.publishDate}` : post.id, ms, post };
  });
  const taken = new Set(queued.map(({ ms }) => ms));
  const last = Math.max(...queued.map(({ ms }) => ms), Date.parse(slots[0]?.date ?? '') || 0) + AFTER_MS;
  const free = slots
    .map(({ date }): Row => ({ key: date, ms: Date.parse(date), post: null }))
    .filter(({ ms }) => ms <= last && !taken.has(ms));
  return [...queued, ...free].toSorted((a, b) => a.ms - b.ms || (a.key < b.key ? -1 : 1));
}

/** POST /posts/reschedule takes no more. */
const MAX_AT_ONCE = 500;

/** Whether a row is a post whose date can be changed: one whose date has passed is about to be published. */
export const isMovable = ({ post, ms }: Row): boolean =>
  // Moved alone, a post of a series would take those after it along.
  Boolean(post?.canMove && !post.isRepeat && !post.inSeries && ms > now());

/** Why a post cannot be dragged; null when it can. */
export function whyStays(row: Row): string | null {
  if (!row.post || isMovable(row)) return null;
  const why = whyFixed(row.post);
  if (why) return why;
  return row.post.inSeries ? strings.queue.series : strings.calendar.post.fixed.publishing;
}

/** The posts whose dates can be changed, in the order of their dates. */
export const movable = (rows: readonly Row[]): QueuedPost[] =>
  rows.flatMap((row) => (row.post && isMovable(row) ? [row.post] : [])).slice(0, MAX_AT_ONCE);

/** The dates when the posts take each other's in another order. */
export function inOrder(posts: readonly QueuedPost[], order: readonly QueuedPost[]): Dates {
  const dates = posts.map(({ publishDate }) => Date.parse(publishDate)).toSorted((a, b) => a - b);
  return changed(order, (_, n) => dates[n] ?? 0);
}

/**
 * The dates when the row of `key` is dropped on another one: on a post, that takes its place; or on a
 * free time.
 */
export function afterDrop(rows: readonly Row[], key: string, over: string): Dates {
  const posts = movable(rows);
  const post = posts.find(({ id }) => id === key);
  const target = rows.find((row) => row.key === over);
  if (!post || !target || key === over) return new Map();
  if (!target.post) return new Map(target.ms > now() ? [[post.id, target.ms]] : []);
  const to = posts.findIndex(({ id }) => id === over);
  // A post that stays where it is gives its place to no other.
  if (to < 0) return new Map();
  return inOrder(posts, posts.filter(({ id }) => id !== key).toSpliced(to, 0, post));
}

/** The posts at equal distances from the first instant to the last one, on full minutes. */
export function spread(posts: readonly QueuedPost[], first: number, last: number): Dates {
  const step = posts.length > 1 ? (last - first) / (posts.length - 1) : 0;
  return changed(posts, (_, n) => Math.round((first + n * step) / 60_000) * 60_000);
}

/** Another order, of which any is as likely. */
export function shuffled<T>(all: readonly T[], random: () => number = Math.random): T[] {
  const rest = [...all];
  const order = all.flatMap(() => rest.splice(Math.floor(random() * rest.length), 1));
  return all.length > 1 && order.every((one, n) => one === all[n]) ? shuffled(all, random) : order;
}

function changed(posts: readonly QueuedPost[], dateOf: (post: QueuedPost, n: number) => number): Dates {
  return new Map(
    posts
      .map((post, n) => [post, dateOf(post, n)] as const)
      .filter(([{ publishDate }, ms]) => Date.parse(publishDate) !== ms)
      .map(([{ id }, ms]) => [id, ms]),
  );
}
