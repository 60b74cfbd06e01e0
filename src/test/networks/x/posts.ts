/** Posts (docs.x.com/x-api/posts): created, shown, listed and deleted; and the account behind a token. */
import twitterText from 'twitter-text';
import {
  authorize,
  invalid,
  listOf,
  notFound,
  onlyKnown,
  plain,
  problem,
  readJson,
  type Answer,
  type Call,
  type Route,
} from './call.ts';
import { findMedia, hashOf, isUnfinished } from './media.ts';
import { readExtras } from './extras.ts';
import { presentPost } from './present.ts';
import type { Account, LedgerEntry, Media, State } from './state.ts';

const REPLIERS = ['following', 'mentionedUsers', 'subscribers', 'verified'];
const FIELDS = ['article', 'attachments', 'created_at', 'entities', 'public_metrics', 'reply_settings'];
/** The parameter of fields, and what can be asked for, by X's OpenAPI document (v2.167) and by its guides. */
const NAMES = {
  posts: {
    parameter: 'post.fields',
    unknown: 'tweet.fields',
    fields: [...FIELDS, 'note_post'],
    expansions: ['author_id', 'attachments.media_keys', 'referenced_posts'],
  },
  tweets: {
    parameter: 'tweet.fields',
    unknown: 'post.fields',
    fields: [...FIELDS, 'note_tweet', 'referenced_tweets'],
    expansions: ['author_id', 'attachments.media_keys', 'referenced_tweets.id'],
  },
} as const;
const USER_FIELDS = [
  'name',
  'profile_image_url',
  'public_metrics',
  'subscription_type',
  'username',
  'verified',
  'verified_type',
];
const LENGTH = 280;
const LONG_LENGTH = 25_000;

/** A live post. */
export const live = (state: State, id: unknown): LedgerEntry | undefined =>
  state.ledger.find((post) => post.id === id && !post.deletedAt);

function create(state: State, call: Call): Answer {
  const { account } = authorize(state, call, 'tweet.write', 'tweet.read', 'users.read');
  const fields = readJson(call, [
    'text',
    'media',
    'reply',
    'reply_settings',
    'community_id',
    'made_with_ai',
    'paid_partnership',
    'quote_tweet_id',
    'poll',
  ]);
  if (state.armed.capped) {
    throw problem(403, 'usage-capped', {
      title: 'UsageCapExceeded',
      detail: 'Usage cap exceeded: Monthly product cap',
      period: 'Monthly',
      scope: 'Product',
    });
  }
  const media = readMedia(state, account, fields.media);
  const inReplyTo = readReply(state, fields.reply);
  const extras = readExtras(state, fields);
  const text = readText(account, fields.text, media.length);
  const { reply_settings: who = null, community_id: community = null } = fields;
  if (who !== null && !REPLIERS.includes(String(who))) throw invalid('reply_settings', who, 'is not valid');
  if (community !== null && !/^\d{1,19}$/.test(String(community))) {
    throw invalid('community_id', community, 'is not valid');
  }
  refuseDuplicate(state, account, text);
  const post = addPost(state, account, {
    text,
    media: media.map((file) => ({ id: file.id, alt: file.alt, sha256: hashOf(file) })),
    inReplyTo,
    replySettings: who as string | null,
    communityId: community as string | null,
    madeWithAi: fields.made_with_ai === true,
    paidPartnership: fields.paid_partnership === true,
    articleId: null,
    ...extras,
  });
  for (const file of media) file.postId = post.id;
  return {
    status: 201,
    body: {
      data: { id: post.id, text: presentPost(state, post, []).text, edit_history_post_ids: [post.id] },
    },
  };
}

/** Puts a post into the ledger. */
export function addPost(
  state: State,
  account: Account,
  what: Omit<LedgerEntry, 'id' | 'accountId' | 'at' | 'deletedAt'>,
): LedgerEntry {
  const at = state.now().toISOString();
  const post: LedgerEntry = { id: state.nextId(), accountId: account.id, ...what, at, deletedAt: null };
  state.ledger.push(post);
  return post;
}

/** The fields and expansions that a call asks for. */
function askedOf({ vocabulary }: State, call: Call): string[] {
  const { parameter, unknown, fields, expansions } = NAMES[vocabulary];
  if (call.query.has(unknown)) {
    throw invalid(
      unknown,
      call.query.get(unknown),
      `The query parameter [${unknown}] is not one of [id,expansions,${parameter},user.fields]`,
    );
  }
  return [...listOf(call, parameter, fields), ...listOf(call, 'expansions', expansions)];
}

function readMedia(state: State, account: Account, input: unknown): Media[] {
  if (input === undefined) return [];
  onlyKnown(input as object, ['media_ids', 'tagged_user_ids']);
  const { media_ids: ids } = input as { media_ids?: unknown };
  if (!Array.isArray(ids) || ids.length < 1 || ids.length > 4 || ids.some((id) => typeof id !== 'string')) {
    throw invalid('media.media_ids', ids, 'media_ids must have from 1 to 4 ids');
  }
  const media = ids.map((id) => findMedia(state, account, id));
  if (media.some((file) => !file || isUnfinished(file))) {
    throw invalid('media.media_ids', ids, 'Your media IDs are invalid.');
  }
  const files = media as Media[];
  const { longestVideo } = state.armed;
  if (longestVideo !== null && files.some(({ category }) => category === 'tweet_video')) {
    throw plain(403, `This user is not allowed to post a video longer than ${longestVideo} minutes.`);
  }
  if (files.length > 1 && files.some(({ category }) => category !== 'tweet_image')) {
    throw plain(400, 'You can include up to 4 photos or 1 animated GIF or 1 video in a Post.');
  }
  return files;
}

function readReply(state: State, input: unknown): string | null {
  if (input === undefined) return null;
  onlyKnown(input as object, ['in_reply_to_tweet_id', 'exclude_reply_user_ids']);
  const { in_reply_to_tweet_id: id } = input as { in_reply_to_tweet_id?: unknown };
  if (typeof id !== 'string' || !/^\d{1,19}$/.test(id)) {
    throw invalid('reply.in_reply_to_tweet_id', id, 'is not valid');
  }
  if (!live(state, id)) {
    throw plain(403, 'You attempted to reply to a Tweet that is deleted or not visible to you.');
  }
  return id;
}

function readText(account: Account, input: unknown, media: number): string {
  const text = typeof input === 'string' ? input.trim() : '';
  if (!text && !media) {
    throw invalid('text', input ?? '', 'One of `text` or `media` must be present.');
  }
  const isLong = account.subscription !== 'None';
  const length = twitterText.parseTweet(text).weightedLength;
  if (length > (isLong ? LONG_LENGTH : LENGTH)) {
    throw plain(
      403,
      'Your Tweet text is too long. For more information on how Twitter determines text length see https://github.com/twitter/twitter-text.',
    );
  }
  if (text.match(/(?<!\w)\$[A-Za-z]{1,6}\b/g)?.slice(1).length) {
    throw plain(403, 'Posts may not have more than one cashtag.');
  }
  return text;
}

/** The body does not say which post that is. A deleted post still counts for a while. */
function refuseDuplicate(state: State, account: Account, text: string): void {
  const since = state.now().getTime() - state.limits.duplicateSeconds * 1000;
  const twin = state.ledger.find(
    (post) => post.accountId === account.id && post.text === text && text && Date.parse(post.at) > since,
  );
  if (twin) throw plain(403, 'You are not allowed to create a Tweet with duplicate content.');
}

function show(state: State, call: Call): Answer {
  authorize(state, call, 'tweet.read', 'users.read');
  const fields = askedOf(state, call);
  const id = call.params[0] ?? '';
  const post = live(state, id);
  if (!post) throw notFound('tweet', id);
  return { status: 200, body: { data: presentPost(state, post, fields) } };
}

function remove(state: State, call: Call): Answer {
  const { account } = authorize(state, call, 'tweet.write', 'tweet.read', 'users.read');
  const id = call.params[0] ?? '';
  const post = live(state, id);
  if (!post) throw notFound('tweet', id);
  if (post.accountId !== account.id) throw plain(403, 'You are not authorized to delete this Tweet.');
  post.deletedAt = state.now().toISOString();
  return { status: 200, body: { data: { deleted: true } } };
}

/** The newest posts first; `start_time` is inclusive, and a page has at least 5. */
function list(state: State, call: Call): Answer {
  authorize(state, call, 'tweet.read', 'users.read');
  const account = state.accounts.get(call.params[0] ?? '');
  const { query } = call;
  const most = Number(query.get('max_results') ?? 10);
  if (!Number.isInteger(most) || most < 5 || most > 100) {
    throw invalid(
      'max_results',
      most,
      `The \`max_results\` query parameter value [${most}] is not between 5 and 100`,
    );
  }
  const since = query.get('start_time');
  if (since !== null && !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{3})?Z$/.test(since)) {
    throw invalid('start_time', since, 'is not a time');
  }
  listOf(call, 'exclude', ['replies', 'retweets']);
  const fields = askedOf(state, call);
  const all = state.ledger
    .filter((post) => post.accountId === account?.id && !post.deletedAt)
    .filter((post) => !since || Date.parse(post.at) >= Date.parse(since))
    .toReversed();
  const from = Number(query.get('pagination_token')?.replace(/^p/, '') ?? 0);
  const posts = all.slice(from, from + most);
  const next = from + most < all.length ? { next_token: `p${from + most}` } : {};
  const meta = { result_count: posts.length, ...next };
  if (!posts.length) return { status: 200, body: { meta } };
  return { status: 200, body: { data: posts.map((post) => presentPost(state, post, fields)), meta } };
}

function me(state: State, call: Call): Answer {
  const { account } = authorize(state, call, 'users.read', 'tweet.read');
  const fields = listOf(call, 'user.fields', USER_FIELDS);
  const posts = state.ledger.filter((post) => post.accountId === account.id && !post.deletedAt).length;
  const known: Record<string, unknown> = {
    profile_image_url: `${state.url}/profile_images/${account.id}.png`,
    subscription_type: account.subscription,
    verified: account.subscription !== 'None',
    verified_type: account.subscription === 'None' ? 'none' : 'blue',
    public_metrics: {
      followers_count: 12,
      following_count: 3,
      [state.vocabulary === 'posts' ? 'post_count' : 'tweet_count']: posts,
      listed_count: 1,
    },
  };
  const asked = Object.entries(known).filter(([name]) => fields.includes(name));
  const { id, name, username } = account;
  return { status: 200, body: { data: { id, name, username, ...Object.fromEntries(asked) } } };
}

/** "Get Users by usernames": those that are not there are errors beside the others. */
function byNames(state: State, call: Call): Answer {
  authorize(state, call, 'users.read', 'tweet.read');
  const names = call.query.get('usernames')?.split(',') ?? [];
  if (!names.length || names.length > 100 || names.some((name) => !/^\w{1,15}$/.test(name))) {
    throw invalid('usernames', names.join(','), 'The `usernames` query parameter value is not valid');
  }
  const accounts = [...state.accounts.values()];
  const found = names.map((name) => ({
    name,
    account: accounts.find(({ username }) => username.toLowerCase() === name.toLowerCase()),
  }));
  const data = found.flatMap(({ account }) =>
    account ? [{ id: account.id, name: account.name, username: account.username }] : [],
  );
  const errors = found.flatMap(({ name, account }) =>
    account
      ? []
      : [
          {
            title: 'Not Found Error',
            type: 'https://api.x.com/2/problems/resource-not-found',
            detail: `Could not find user with usernames: [${name}].`,
            resource_type: 'user',
          },
        ],
  );
  return { status: 200, body: { ...(data.length ? { data } : {}), ...(errors.length ? { errors } : {}) } };
}

export const postRoutes: readonly Route[] = [
  { method: 'POST', path: /^\/2\/tweets$/, handle: create },
  { method: 'GET', path: /^\/2\/tweets\/(\d+)$/, handle: show },
  { method: 'DELETE', path: /^\/2\/tweets\/(\d+)$/, handle: remove },
  { method: 'GET', path: /^\/2\/users\/(\d+)\/tweets$/, handle: list },
  { method: 'GET', path: /^\/2\/users\/me$/, handle: me },
  { method: 'GET', path: /^\/2\/users\/by$/, handle: byNames },
];
