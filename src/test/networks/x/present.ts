/** Posts as the API shows them: links shortened, three characters escaped, a link to the media at the end. */
import twitterText from 'twitter-text';
import type { LedgerEntry, State } from './state.ts';

const LENGTH = 280;

interface Link {
  readonly start: number;
  readonly end: number;
  readonly url: string;
  readonly expanded_url: string;
  readonly display_url: string;
  readonly media_key?: string;
}

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** A post with the fields that were asked for. */
export function presentPost(
  state: State,
  post: LedgerEntry,
  fields: readonly string[],
): Record<string, unknown> & { text: string } {
  const keys = post.media.map(({ id }) => state.media.get(id)?.key ?? '');
  const { text, urls } = shorten(state, post, keys);
  const article = post.articleId ? state.articles.get(post.articleId) : undefined;
  const isLong = twitterText.parseTweet(post.text).weightedLength > LENGTH;
  const known: Record<string, unknown> = {
    attachments: keys.length ? { media_keys: keys } : post.poll ? { poll_ids: [post.poll.id] } : undefined,
    article: article && { title: article.title },
    created_at: post.at,
    entities: urls.length ? { urls } : undefined,
    note_post: isLong
      ? { text, ...(urls.length ? { entities: { urls: urls.map(plainLink) } } : {}) }
      : undefined,
    public_metrics: {
      repost_count: 0,
      reply_count: state.ledger.filter(({ inReplyTo, deletedAt }) => inReplyTo === post.id && !deletedAt)
        .length,
      like_count: 0,
      quote_count: 0,
      bookmark_count: 0,
      impression_count: 7,
    },
    referenced_posts: state.armed.hidesReferences ? undefined : referencesOf(post),
    reply_settings: post.replySettings ?? 'everyone',
  };
  if (state.vocabulary === 'tweets') rename(known);
  const asked = Object.entries(known).filter(([name, value]) => fields.includes(name) && value !== undefined);
  return {
    id: post.id,
    text: isLong ? `${text.slice(0, LENGTH - 1)}…` : text,
    edit_history_post_ids: [post.id],
    ...Object.fromEntries(asked),
  };
}

function referencesOf({ inReplyTo, quoted }: LedgerEntry): { type: string; id: string }[] | undefined {
  const all = [
    ...(quoted ? [{ type: 'quoted', id: quoted }] : []),
    ...(inReplyTo ? [{ type: 'replied_to', id: inReplyTo }] : []),
  ];
  return all.length ? all : undefined;
}

/** The names of X's guides in place of those of its OpenAPI document. */
function rename(known: Record<string, unknown>): void {
  known.note_tweet = known.note_post;
  known.referenced_tweets = known.referenced_posts;
  const { repost_count: retweets, ...counts } = known.public_metrics as Record<string, number>;
  known.public_metrics = { retweet_count: retweets, ...counts };
}

/** The links of a long text lack what the others have of the media. */
const plainLink = ({ start, end, url, expanded_url, display_url }: Link): Link => ({
  start,
  end,
  url,
  expanded_url,
  display_url,
});

function shorten(
  state: State,
  post: LedgerEntry,
  keys: readonly string[],
): { text: string; urls: readonly Link[] } {
  const username = state.accounts.get(post.accountId)?.username ?? '';
  const found = twitterText.extractUrlsWithIndices(post.text);
  const urls: Link[] = [];
  let text = '';
  let at = 0;
  const add = (link: Omit<Link, 'start' | 'end' | 'url'>): void => {
    const url = `https://t.co/${post.id.slice(-6)}${String(urls.length).padStart(4, '0')}`;
    urls.push({ start: text.length, end: text.length + url.length, url, ...link });
    text += url;
  };
  for (const { url, indices } of found) {
    text += escape(post.text.slice(at, indices[0]));
    const expanded = /^https?:/i.test(url) ? url : `http://${url}`;
    add({ expanded_url: expanded, display_url: url.replace(/^https?:\/\//, '').slice(0, 27) });
    at = indices[1];
  }
  text += escape(post.text.slice(at));
  if (post.quoted) {
    text += text ? ' ' : '';
    const expanded = `https://twitter.com/${username}/status/${post.quoted}`;
    add({ expanded_url: expanded, display_url: expanded.slice(8, 35) });
  }
  const [key] = keys;
  if (key) {
    text += text ? ' ' : '';
    const expanded = `https://x.com/${username}/status/${post.id}/photo/1`;
    add({ expanded_url: expanded, display_url: `pic.x.com/${post.id.slice(-6)}`, media_key: key });
  }
  return { text, urls };
}
