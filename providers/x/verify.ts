/**
 * Whether a publish call with an unknown outcome took effect: reads the account's posts since the call. A
 * post with media is found by its media, whose ids are ours alone; another one by its words.
 */
import type { Provider, ProviderContext, PublishRequest, VerifyResult } from '../_kit/contract.ts';
import { callForBody, toPublished, type Post } from './api.ts';
import type { Prepared, PreparedPost } from './payload.ts';
import { normalise, shownText } from './text.ts';

/** X asks for at least 5; each post that is read costs money. */
const PAGE = 100;
const MOST_PAGES = 5;
const RECENT = 10;
/** Between X's clock and the database's. */
const CLOCK_MARGIN_MS = 5 * 60_000;
/** How long after the call a post may still appear among the account's. */
const LATE_MS = 2 * 60_000;

/**
 * Never `repeatable`: X refuses a text that the account has published lately, but does not say for how long,
 * and a post of media alone has no text.
 */
export const verify: Provider['verify'] = async (request, attempt, ctx) => {
  const prepared = attempt.prepared as unknown as Prepared;
  if (prepared.kind === 'draft') {
    return { status: 'unknown', reason: 'X does not list drafts of articles to apps; check them at x.com' };
  }
  const { posts, complete } = await listSince(request, attempt.sentAt, ctx);
  const free = posts.filter((post) => !attempt.isTaken?.(toPublished(request.channel, post.id)));
  const found = prepared.kind === 'post' ? findPost(prepared.body, free) : findArticle(prepared.title, free);
  if (found) {
    const { post, byWords } = found;
    return {
      status: 'found',
      published: toPublished(request.channel, post.id),
      ...(byWords ? { byWords } : {}),
    };
  }
  return assessMissing(posts.length, complete);
};

function assessMissing(seen: number, complete: boolean): VerifyResult {
  if (!complete) {
    const reason = `The account has published more than ${seen} posts since then; check the profile`;
    return { status: 'unknown', reason };
  }
  return {
    status: 'absent',
    evidence: `None of the account's ${seen} posts since the call is this one`,
    afterMs: LATE_MS,
  };
}

interface Found {
  readonly post: Post;
  readonly byWords: boolean;
}

function findPost(body: PreparedPost['body'], posts: readonly Post[]): Found | undefined {
  const mediaIds = body.media?.media_ids ?? [];
  const parent = body.reply?.in_reply_to_tweet_id;
  const candidates = posts.filter(
    (post) => parentOf(post) === parent && keysOf(post).length === mediaIds.length,
  );
  // A key is the kind of the media and its id: 3_1880028106020515840.
  const byMedia = candidates.find((post) =>
    mediaIds.every((id) => keysOf(post).some((key) => key.endsWith(`_${id}`))),
  );
  if (mediaIds.length && byMedia) return { post: byMedia, byWords: false };
  const wanted = normalise(body.text ?? '');
  const post = candidates.find((candidate) => normalise(shownText(candidate)) === wanted);
  return post && { post, byWords: true };
}

function findArticle(title: string, posts: readonly Post[]): Found | undefined {
  const post = posts.find(({ article }) => article?.title === title);
  return post && { post, byWords: true };
}

const keysOf = ({ attachments }: Post): readonly string[] => attachments?.media_keys ?? [];
const parentOf = ({ referenced_posts: references }: Post): string | undefined =>
  references?.find(({ type }) => type === 'replied_to')?.id;

/** The account's newest posts, each with its address. */
export const recent: NonNullable<Provider['recent']> = async (channel, ctx) => {
  const query = new URLSearchParams({ max_results: String(RECENT), exclude: 'retweets' });
  const { data = [] } = await callForBody<Post[]>(channel, ctx, `${postsOf(channel)}?${query}`);
  return data.map(({ id }) => ({ id, url: toPublished(channel, id).url ?? '' }));
};

const postsOf = ({ internalId }: { readonly internalId: string }): string =>
  `/2/users/${encodeURIComponent(internalId)}/tweets`;

/** The account's posts since a moment before the call, newest first; `complete` if there are no more. */
async function listSince(
  { channel }: PublishRequest,
  sentAt: Date,
  ctx: ProviderContext,
): Promise<{ posts: Post[]; complete: boolean }> {
  const posts: Post[] = [];
  let next: string | undefined;
  for (let page = 0; page < MOST_PAGES; page++) {
    const query = new URLSearchParams({
      max_results: String(PAGE),
      exclude: 'retweets',
      start_time: new Date(sentAt.getTime() - CLOCK_MARGIN_MS).toISOString(),
      'post.fields': 'created_at,entities,note_post,attachments,article',
      expansions: 'referenced_posts',
      ...(next ? { pagination_token: next } : {}),
    });
    const { data = [], meta } = await callForBody<Post[]>(channel, ctx, `${postsOf(channel)}?${query}`);
    posts.push(...data);
    next = meta?.next_token;
    if (!next) return { posts, complete: true };
  }
  return { posts, complete: false };
}
