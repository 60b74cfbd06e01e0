/** The numbers of an account and of a post (docs.x.com/x-api/fundamentals/metrics). Each read costs money. */
import type { Channel, Metric, Provider, ProviderContext } from '../_kit/contract.ts';
import type { NumberName } from '../_kit/number-names.ts';
import { Rejected } from '../_kit/errors.ts';
import { call } from './api.ts';

type Counts = Readonly<Record<string, number>> | undefined;

const ACCOUNT = {
  followers_count: 'Followers',
  following_count: 'Following',
  post_count: 'Posts',
  listed_count: 'Listed',
} as const;
const POST = {
  impression_count: 'Impressions',
  like_count: 'Likes',
  repost_count: 'Reposts',
  reply_count: 'Replies',
  quote_count: 'Quotes',
  bookmark_count: 'Bookmarks',
} as const;

const toMetrics = (labels: Readonly<Record<string, NumberName>>, counts: Counts): Metric[] =>
  Object.entries(labels).flatMap(([name, label]) => {
    const total = counts?.[name];
    return typeof total === 'number' ? [{ label, total }] : [];
  });

/** The operator's switch, known from other clients: X charges for each post and each account that is read. */
function assertAllowed({ env }: ProviderContext): void {
  if (env.DISABLE_X_ANALYTICS !== 'true') return;
  throw new Rejected('Numbers of X are switched off on this instance (DISABLE_X_ANALYTICS)', {
    networkCode: 'disabled',
  });
}

async function read(channel: Channel, ctx: ProviderContext, path: string): Promise<Counts> {
  assertAllowed(ctx);
  return (await call<{ public_metrics?: Counts }>(channel, ctx, path)).public_metrics;
}

/** Followers and posts of the account. */
export const analytics: NonNullable<Provider['analytics']> = async (channel, ctx) =>
  toMetrics(ACCOUNT, await read(channel, ctx, '/2/users/me?user.fields=public_metrics'));

/** What people did with a post. A draft of an article has no numbers. */
export const postAnalytics: NonNullable<Provider['postAnalytics']> = async (channel, { id, ref }, ctx) => {
  if (ref && typeof ref === 'object' && 'draft' in ref) return [];
  const path = `/2/tweets/${encodeURIComponent(id)}?post.fields=public_metrics`;
  return toMetrics(POST, await read(channel, ctx, path));
};
