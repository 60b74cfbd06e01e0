/**
 * Whether a call with an unknown outcome took effect: reads the forum, or the comments of the post, and looks
 * for the account's own posts since then (docs.whop.com/api-reference/forum-posts/list-forum-posts).
 */
import type { Provider, ProviderContext, PublishRequest } from '../_kit/contract.ts';
import { verdictOn, type Listed } from '../_kit/lookup.ts';
import { call, nextOf, PAGE_SIZE, toPublished, type ForumPost, type Page } from './api.ts';
import { placeOf, type Prepared } from './prepare.ts';
import { likenessOf } from './text.ts';

const MAX_PAGES = 20;
/** How far Whop's clock may be from ours. */
const CLOCKS_MS = 10 * 60_000;
/** Whop may still be working on a request whose connection broke. */
const LATE_MS = 5 * 60_000;

/** Never `repeatable`: see publish.ts. */
export const verify: Provider['verify'] = async (request, { prepared, sentAt, isTaken }, ctx) => {
  const draft = prepared as Prepared;
  const place = placeOf(draft);
  if (!place) {
    return { status: 'unknown', reason: 'Whop cannot list the posts of a public forum; check the forum' };
  }
  const since = sentAt.getTime() - CLOCKS_MS;
  const listed = await listSince(request.channel, { place, since }, ctx);
  const known = new Set(draft.before);
  return verdictOn(listed, {
    likenessOf: (post) =>
      post.user.id !== request.channel.details.userId || known.has(post.id)
        ? 'other'
        : likenessOf(post, draft),
    show: (post) => toPublished(post, draft.experience, request.root),
    isTaken,
    noun: 'posts of the forum',
    afterMs: LATE_MS,
  });
};

const madeAt = ({ created_at: at }: ForumPost): number => Date.parse(at);

/**
 * Posts since a time, oldest first. Whop does not document in which order it lists them: reading ends early
 * only where the posts have come newest first so far.
 */
async function listSince(
  channel: PublishRequest['channel'],
  { place, since }: { place: Record<string, string | null>; since: number },
  ctx: ProviderContext,
): Promise<Listed<ForumPost>> {
  const all: ForumPost[] = [];
  let after: string | null = null;
  for (let page = 0; page < MAX_PAGES; page++) {
    const answer: Page<ForumPost> = await call<Page<ForumPost>>(channel, ctx, '/forum_posts', {
      query: { ...place, first: PAGE_SIZE, after },
    });
    // Pinned posts come first, at any age.
    all.push(...(answer.data ?? []));
    const times = all.filter((post) => !post.is_pinned).map(madeAt);
    const isNewestFirst = times.every((time, n) => n === 0 || time <= (times[n - 1] ?? time));
    const isPast = isNewestFirst && times.length > 1 && (times.at(-1) ?? since) < since;
    after = nextOf(answer);
    if (!after || isPast) return { posts: laterOf(all, since), complete: true };
  }
  return { posts: laterOf(all, since), complete: false };
}

const laterOf = (posts: readonly ForumPost[], since: number): ForumPost[] =>
  posts.filter((post) => !(madeAt(post) < since)).toSorted((a, b) => (madeAt(a) || 0) - (madeAt(b) || 0));
