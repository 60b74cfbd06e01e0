/** The numbers of an account and of a post (docs.x.com/x-api/fundamentals/metrics). Each read costs money. */
import type { Metric, Provider, ProviderContext } from '../_kit/contract.ts';
import type { NumberName } from '../_kit/number-names.ts';
import { Rejected } from '../_kit/errors.ts';
import { call } from './api.ts';
import { readPosts } from './api/posts.ts';
import { catalogue } from '../_kit/sentences/catalogue.ts';
import { english } from './sentences.ts';

const sentence = catalogue(english);

type Counts = Readonly<Record<string, number>> | undefined;

/**
 * By X's names; of two names for one number, the older one is that of servers which do not know the other.
 */
const ACCOUNT = {
  followers_count: 'Followers',
  following_count: 'Following',
  post_count: 'Posts',
  tweet_count: 'Posts',
  listed_count: 'Listed',
} as const;
const POST = {
  impression_count: 'Impressions',
  like_count: 'Likes',
  repost_count: 'Reposts',
  retweet_count: 'Reposts',
  reply_count: 'Replies',
  quote_count: 'Quotes',
  bookmark_count: 'Bookmarks',
} as const;

function toMetrics(labels: Readonly<Record<string, NumberName>>, counts: Counts): Metric[] {
  const metrics = new Map<NumberName, number>();
  for (const [name, label] of Object.entries(labels)) {
    const total = counts?.[name];
    if (typeof total === 'number' && !metrics.has(label)) metrics.set(label, total);
  }
  return [...metrics].map(([label, total]) => ({ label, total }));
}

/** The operator's switch, known from other clients: X charges for each post and each account that is read. */
function assertAllowed({ env }: ProviderContext): void {
  if (env.DISABLE_X_ANALYTICS !== 'true') return;
  throw new Rejected(sentence('x_no_numbers'), { networkCode: 'disabled' });
}

/** Followers and posts of the account. */
export const analytics: NonNullable<Provider['analytics']> = async (channel, ctx) => {
  assertAllowed(ctx);
  const path = '/2/users/me?user.fields=public_metrics';
  return toMetrics(ACCOUNT, (await call<{ public_metrics?: Counts }>(channel, ctx, path)).public_metrics);
};

/** What people did with a post. A draft of an article has no numbers. */
export const postAnalytics: NonNullable<Provider['postAnalytics']> = async (channel, { id, ref }, ctx) => {
  if (ref && typeof ref === 'object' && 'draft' in ref) return [];
  assertAllowed(ctx);
  const path = `/2/tweets/${encodeURIComponent(id)}`;
  const { data } = await readPosts(channel, ctx, path, { fields: ['public_metrics'] });
  return toMetrics(POST, data?.[0]?.public_metrics);
};
