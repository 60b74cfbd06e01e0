/**
 * Whether a publish call with an unknown outcome took effect: reads the account's posts since the call. A
 * post with media is found by its media, whose ids are ours alone; another one by its text.
 */
import type { Provider, ProviderContext, PublishRequest } from '../_kit/contract.ts';
import { isBefore, readSince, verdictOn, type Likeness, type Listed } from '../_kit/lookup.ts';
import { compareWords } from '../_kit/recent.ts';
import { callForBody, toPublished, type Post } from './api.ts';
import { readPosts } from './api/posts.ts';
import type { Prepared, PreparedPost } from './payload.ts';
import { normalise, shownText } from './text.ts';

/** X asks for at least 5; each post that is read costs money. */
const PAGE = 100;
const MAX_PAGES = 5;
const RECENT = 10;
/** Between X's clock and the database's. */
const CLOCK_MARGIN_MS = 5 * 60_000;
/** How long after the call a post may still appear among the account's. */
const LATE_MS = 2 * 60_000;

/**
 * Never `repeatable`: X refuses a text that the account has published lately, but does not document for how
 * long, and a post of media alone has no text.
 */
export const verify: Provider['verify'] = async (request, attempt, ctx) => {
  const prepared = attempt.prepared as unknown as Prepared;
  if (prepared.kind === 'draft') {
    return { status: 'unknown', reason: 'X does not list drafts of articles to apps; check them at x.com' };
  }
  const listed = await listSince(request, attempt.sentAt, ctx);
  return verdictOn(listed, {
    likenessOf: (post) =>
      prepared.kind === 'post'
        ? likenessOf(prepared.body, post)
        : compareWords(prepared.title, String(post.article?.title ?? shownText(post))),
    show: ({ id }) => toPublished(request.channel, id),
    isTaken: attempt.isTaken,
    noun: 'posts of the account',
    afterMs: LATE_MS,
  });
};

/** A key is the kind of the media and its id: 3_1880028106020515840. */
function likenessOf(body: PreparedPost['body'], post: Post): Likeness {
  const mediaIds = body.media?.media_ids ?? [];
  const keys = post.attachments?.media_keys ?? [];
  if (mediaIds.some((id) => keys.some((key) => key.endsWith(`_${id}`)))) return 'ours';
  const [wanted, parent] = [body.reply?.in_reply_to_tweet_id, refersTo(post, 'replied_to')];
  if ((mediaIds.length && keys.length) || (parent && parent !== wanted)) return 'other';
  const quoted = refersTo(post, 'quoted');
  if (quoted && quoted !== body.quote_tweet_id) return 'other';
  const likeness = compareWords(body.text ?? '', shownText(post), (text) =>
    withoutQuote(normalise(text), body),
  );
  const hasPoll = Boolean(post.attachments?.poll_ids?.length);
  const isSame =
    keys.length === mediaIds.length &&
    parent === wanted &&
    quoted === body.quote_tweet_id &&
    hasPoll === (body.poll !== undefined);
  return likeness === 'same words' && !isSame ? 'like it' : likeness;
}

const refersTo = ({ referenced_posts: references }: Post, how: string): string | undefined =>
  references?.find(({ type }) => type === how)?.id;

/** X adds the URL of the quoted post to the text. */
const withoutQuote = (text: string, { quote_tweet_id: id }: PreparedPost['body']): string =>
  id ? text.replaceAll(new RegExp(`(?:x|twitter)\\.com/[^/]+/status/${id}`, 'g'), '') : text;

/** The account's newest posts, each with its URL. */
export const recent: NonNullable<Provider['recent']> = async (channel, ctx) => {
  const query = new URLSearchParams({ max_results: String(RECENT), exclude: 'retweets' });
  const { data = [] } = await callForBody<Post[]>(channel, ctx, `${postsOf(channel)}?${query}`);
  return data.map(({ id }) => ({ id, url: toPublished(channel, id).url ?? '' }));
};

const postsOf = ({ internalId }: { readonly internalId: string }): string =>
  `/2/users/${encodeURIComponent(internalId)}/tweets`;

/** The account's posts since a moment before the call. */
const listSince = ({ channel }: PublishRequest, sentAt: Date, ctx: ProviderContext): Promise<Listed<Post>> =>
  readSince<Post>({
    async read(from) {
      const { data = [], meta } = await readPosts(channel, ctx, postsOf(channel), {
        fields: ['created_at', 'entities', 'note_post', 'attachments', 'article'],
        references: true,
        query: {
          max_results: String(PAGE),
          exclude: 'retweets',
          start_time: new Date(sentAt.getTime() - CLOCK_MARGIN_MS).toISOString(),
          ...(from ? { pagination_token: from } : {}),
        },
      });
      return { items: data, next: meta?.next_token ?? null };
    },
    isBefore: ({ created_at: at }) => isBefore(at, sentAt, CLOCK_MARGIN_MS),
    mostPages: MAX_PAGES,
  });
