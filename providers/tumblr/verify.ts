/** Whether a call with an unknown outcome took effect: looks for the post's words among those of the blog. */
import type { Channel, Provider, ProviderContext, Published } from '../_kit/contract.ts';
import { atSeconds } from '../_kit/recent.ts';
import { blogPath, call, idOf, PAGE_SIZE, postUrl, type Post } from './api.ts';
import { isSame, shapeOf, type Shape } from './payload.ts';
import type { Prepared } from './prepare.ts';

/** The most that posts since the call are looked through: 10 × 20. */
const MOST_PAGES = 10;
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
 * The newest published post that is the one, if any. `complete`: all posts since then were looked at. With an
 * `id`, a post that had it before Tumblr published it is the one whatever its words.
 */
export async function findPost(
  channel: Channel,
  { shape, before, sinceMs, id, isTaken }: Wanted & { readonly isTaken?: (post: Found) => boolean },
  ctx: ProviderContext,
): Promise<{ found: Found | null; complete: boolean }> {
  const known = new Set(before);
  const isTheOne = (post: Post, candidate: Found): boolean => {
    if (post.state && post.state !== 'published') return false;
    if (id && (post.genesis_post_id === id || candidate.id === id)) return true;
    if (known.has(candidate.id) || isOlder(post, sinceMs)) return false;
    return isSame(shapeOf(post.content ?? []), shape) && !isTaken?.(candidate);
  };
  for (let page = 0; page < MOST_PAGES; page++) {
    const posts = await readPage(channel, page, ctx);
    for (const post of posts) {
      const own = idOf(post);
      const candidate = own && { id: own, url: post.post_url || postUrl(channel, own) };
      if (candidate && isTheOne(post, candidate)) return { found: candidate, complete: true };
    }
    // Pinned posts come first, however old they are.
    const isPast = posts.some((post) => !post.is_pinned && isOlder(post, sinceMs));
    if (isPast || posts.length < PAGE_SIZE) return { found: null, complete: true };
  }
  return { found: null, complete: false };
}

const isOlder = ({ timestamp }: Post, sinceMs: number): boolean =>
  timestamp !== undefined && timestamp * 1000 < sinceMs - CLOCKS_MS;

async function readPage(channel: Channel, page: number, ctx: ProviderContext): Promise<readonly Post[]> {
  const { posts } = await call<{ posts?: Post[] }>(channel, ctx, blogPath(channel, '/posts'), {
    query: { npf: true, limit: PAGE_SIZE, offset: page ? page * PAGE_SIZE : null },
  });
  return posts ?? [];
}

/**
 * Never `repeatable`: Tumblr has no key that would make a repeat safe. A video is shown only once it is
 * processed, and Tumblr tells nothing of one that is not: while it is not there, nothing is known.
 */
export const verify: Provider['verify'] = async ({ channel }, { prepared, sentAt, isTaken }, ctx) => {
  const { shape, before } = prepared as Prepared;
  const wanted = { id: null, shape, before, sinceMs: sentAt.getTime(), ...(isTaken ? { isTaken } : {}) };
  const { found, complete } = await findPost(channel, wanted, ctx);
  if (found && !shape.words) {
    return {
      status: 'unknown',
      reason: `${found.url} may be this post, or another one that has no words either; look at it`,
    };
  }
  if (found) return { status: 'found', published: toPublished(found), byWords: true };
  if (shape.videos) {
    return { status: 'unknown', reason: 'The post is not there; Tumblr may still be processing its video' };
  }
  if (!complete) {
    return { status: 'unknown', reason: 'The blog has too many new posts to look through; look at it' };
  }
  return { status: 'absent', evidence: 'None of the newest posts of the blog is this one', afterMs: LATE_MS };
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
