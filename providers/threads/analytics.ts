/** Numbers (developers.facebook.com/documentation/threads: Insights API). */
import type { Provider } from '../_kit/contract.ts';
import type { NumberName } from '../_kit/number-names.ts';
import { DAY_MS, insightsToMetrics, type Insights } from '../_shared/meta/insights.ts';
import { call, idOf } from './api.ts';

const DAYS = 30;

/** Metrics by the name that Threads has for them. */
const LABELS: Readonly<Record<string, NumberName>> = {
  followers_count: 'Followers',
  views: 'Views',
  likes: 'Likes',
  replies: 'Replies',
  reposts: 'Reposts',
  quotes: 'Quotes',
  shares: 'Shares',
};

const ACCOUNT = 'views,likes,replies,reposts,quotes';
const POST = `${ACCOUNT},shares`;

/** Of the last 30 days. Followers are asked for alone: they have no dates. */
export const analytics: NonNullable<Provider['analytics']> = async (channel, ctx) => {
  const until = Math.floor(ctx.now().getTime() / 1000);
  const since = until - (DAYS * DAY_MS) / 1000;
  const followers = await call<Insights>(channel, ctx, '/me/threads_insights', {
    query: { metric: 'followers_count' },
  });
  const activity = await call<Insights>(channel, ctx, '/me/threads_insights', {
    query: { metric: ACCOUNT, since: String(since), until: String(until) },
  });
  return [...insightsToMetrics(followers, LABELS), ...insightsToMetrics(activity, LABELS)];
};

export const postAnalytics: NonNullable<Provider['postAnalytics']> = async (channel, published, ctx) => {
  const query = { metric: POST };
  const insights = await call<Insights>(channel, ctx, `/${idOf(published)}/insights`, { query });
  return insightsToMetrics(insights, LABELS);
};
