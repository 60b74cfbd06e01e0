/** Whether a call with an unknown outcome took effect: looks for the post's text among the blog's posts. */
import type { Channel, Provider, ProviderContext, Published } from '../_kit/contract.ts';
import { pick, readSince, verdictOn, type Likeness, type Listed } from '../_kit/lookup.ts';
import { atSeconds, compareWords } from '../_kit/recent.ts';
import { blogPath, call, idOf, PAGE_SIZE, postUrl, type Post } from './api.ts';
import { shapeOf, type Shape } from './payload.ts';
import type { Prepared } from './prepare.ts';

/** The most that is looked through for posts since the call: 10 × 20 posts. */
const MAX_PAGES = 10;
/** How far Tumblr's clock may be from ours. */
const CLOCKS_MS = 10 * 60_000;
/** Tumblr may still be taking in the files of a request whose connection broke. */
const LATE_MS = 5 * 60_000;

/** The post that is looked for. */
export interface Wanted {
  /** What Tumblr called the post when it took it; null if its answer was lost. */
  readonly id: string | null;
  readonly shape: Shape;
  /** Posts that looked the same before. */
  readonly before: string[];
  readonly sinceMs: number;
}

/** A post that was found. */
export interface Found {
  readonly id: string;
  readonly url: string;
}

/** How a found post is referred to later. */
export const toPublished = ({ id, url }: Found): Published => ({ id, url, ref: { id } });

/**
 * The published post that is the one, if any. With an `id`, Tumblr has taken the post: a post with that id
 * before it was published is the one, with any text, and so is the only candidate.
 */
export async function findPost(
  channel: Channel,
  wanted: Wanted,
  ctx: ProviderContext,
): Promise<{ found: Found | null }> {
  const listed = await listSince(channel, wanted, ctx);
  const { found, similar } = pick(listed.posts, { likenessOf: likenessTo(wanted), show: toPublished });
  return { found: found ?? (similar.length === 1 ? (similar[0] ?? null) : null) };
}

/** A post of the blog, with its exact id. */
interface Seen extends Found {
  readonly post: Post;
}

const listSince = (
  channel: Channel,
  { before, sinceMs, id }: Wanted,
  ctx: ProviderContext,
): Promise<Listed<Seen>> => {
  const known = new Set(before);
  return readSince<Seen>({
    async read(from) {
      const posts = await readPage(channel, Number(from ?? 0), ctx);
      return { items: posts.flatMap((post) => seen(channel, post)), next: nextOf(from, posts) };
    },
    isBefore: (one) => known.has(one.id) || (one.post.genesis_post_id !== id && isOlder(one.post, sinceMs)),
    isPinned: ({ post }) => post.is_pinned ?? false,
    mostPages: MAX_PAGES,
  });
};

/** Tumblr counts from the newest, so only an empty page is certainly the last. */
const nextOf = (from: string | null, posts: readonly Post[]): string | null =>
  posts.length ? String(Number(from ?? 0) + posts.length) : null;

function seen(channel: Channel, post: Post): Seen[] {
  const id = idOf(post);
  return id ? [{ id, url: post.post_url || postUrl(channel, id), post }] : [];
}

/** Files are distinguished by their alternative texts; their number can only rule a post out. */
const likenessTo =
  ({ id, shape }: Pick<Wanted, 'id' | 'shape'>) =>
  ({ post, ...own }: Seen): Likeness => {
    if (post.state && post.state !== 'published') return 'other';
    if (id && (post.genesis_post_id === id || own.id === id)) return 'ours';
    const theirs = shapeOf(post.content ?? []);
    const likeness = compareWords(shape.words, theirs.words);
    if (theirs.images === shape.images && theirs.videos === shape.videos) return likeness;
    return shape.words && likeness !== 'other' ? 'like it' : 'other';
  };

const isOlder = ({ timestamp }: Post, sinceMs: number): boolean =>
  timestamp !== undefined && timestamp * 1000 < sinceMs - CLOCKS_MS;

async function readPage(channel: Channel, offset: number, ctx: ProviderContext): Promise<readonly Post[]> {
  const { posts } = await call<{ posts?: Post[] }>(channel, ctx, blogPath(channel, '/posts'), {
    query: { npf: true, limit: PAGE_SIZE, offset: offset || null },
  });
  return posts ?? [];
}

/**
 * Never `repeatable`: Tumblr has no key that would make a repeat safe. A video is shown only once it is
 * processed, and Tumblr reports nothing about one that is not: while it is missing, nothing is known.
 */
export const verify: Provider['verify'] = async ({ channel }, { prepared, sentAt, isTaken }, ctx) => {
  const { shape, before } = prepared as Prepared;
  const wanted = { id: null, shape, before, sinceMs: sentAt.getTime() };
  const verdict = verdictOn(await listSince(channel, wanted, ctx), {
    likenessOf: likenessTo(wanted),
    show: toPublished,
    isTaken,
    noun: 'posts of the blog',
    afterMs: LATE_MS,
  });
  return verdict.status === 'absent' && shape.videos
    ? { status: 'unknown', reason: 'The post is not there; Tumblr may still be processing its video' }
    : verdict;
};

/** The newest posts of the blog. */
export const recent: NonNullable<Provider['recent']> = async (channel, ctx) =>
  (await readPage(channel, 0, ctx)).flatMap((post) => {
    const id = idOf(post);
    const text = (post.content ?? []).map((block) => block.text ?? '').join('\n');
    return id
      ? [{ id, url: post.post_url || postUrl(channel, id), at: atSeconds(post.timestamp), text }]
      : [];
  });
