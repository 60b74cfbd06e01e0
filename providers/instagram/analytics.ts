/** Numbers (developers.facebook.com/docs/instagram-platform: Insights). */
import type { Metric, Provider } from '../_kit/contract.ts';
import type { NumberName } from '../_kit/number-names.ts';
import { DAY_MS, insightsToMetrics, type Insights } from '../_shared/meta/insights.ts';
import { callsOf, refOf, type Login } from './api.ts';

const DAYS = 28;

/** Metrics by the name that Instagram has for them. */
const LABELS: Readonly<Record<string, NumberName>> = {
  follower_count: 'New followers',
  reach: 'Reach',
  views: 'Views',
  likes: 'Likes',
  comments: 'Comments',
  saves: 'Saves',
  saved: 'Saves',
  shares: 'Shares',
  replies: 'Replies',
};

/** Instagram reports these by the day. */
const DAILY = 'reach,follower_count';
/** And these as one number for the whole time. */
const WHOLE = 'views,likes,comments,shares,saves,replies';
const POST = 'views,reach,likes,comments,saved,shares';

/** Of the last four weeks: Instagram takes at most 30 days at a time. */
const analyticsOf =
  (login: Login): NonNullable<Provider['analytics']> =>
  async (channel, ctx) => {
    const call = callsOf(login, channel, ctx);
    const until = Math.floor(ctx.now().getTime() / 1000);
    const time = { since: String(until - (DAYS * DAY_MS) / 1000), until: String(until) };
    const metrics: Metric[] = [];
    const asked: Readonly<Record<string, string>>[] = [
      { metric: DAILY },
      { metric: WHOLE, metric_type: 'total_value' },
    ];
    for (const own of asked) {
      const query = { ...own, period: 'day', ...time };
      const insights = await call<Insights>(`/${channel.internalId}/insights`, { query });
      metrics.push(...insightsToMetrics(insights, LABELS));
    }
    return metrics;
  };

const postAnalyticsOf =
  (login: Login): NonNullable<Provider['postAnalytics']> =>
  async (channel, published, ctx) =>
    insightsToMetrics(
      await callsOf(
        login,
        channel,
        ctx,
      )<Insights>(`/${refOf(published).post}/insights`, { query: { metric: POST } }),
      LABELS,
    );

/** The numbers of an account, and of a post. */
export const numbersOf = (login: Login) => ({
  analytics: analyticsOf(login),
  postAnalytics: postAnalyticsOf(login),
});
