/** Numbers (developers.facebook.com: Instagram Platform, Insights, Instagram Media Insights). */
import type { Metric, Provider } from '../_kit/contract.ts';
import { Rejected } from '../_kit/errors.ts';
import type { NumberName } from '../_kit/number-names.ts';
import { TOO_FEW_VIEWERS } from '../_shared/meta/errors.ts';
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

/**
 * Of a post, by its `media_product_type`: a request for one metric that the type does not have is refused as
 * a whole ("The Media Insights API does not support the … metric for this media product type").
 */
const OF_TYPE: Readonly<Record<string, string>> = {
  FEED: 'views,reach,likes,comments,saved,shares',
  REELS: 'views,reach,likes,comments,saved,shares',
  STORY: 'views,reach,replies,shares',
};
/** What every type has, also one that is new. */
const OF_ALL = 'views,reach';

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
  async (channel, published, ctx) => {
    const call = callsOf(login, channel, ctx);
    const path = `/${refOf(published).post}`;
    const { media_product_type: type = '' } = await call<{ media_product_type?: string }>(path, {
      query: { fields: 'media_product_type' },
    });
    const read = (metric: string): Promise<Insights> =>
      call<Insights>(`${path}/insights`, { query: { metric } });
    const insights = await read(OF_TYPE[type] ?? OF_ALL).catch((error: unknown) => {
      if (!(error instanceof Rejected)) throw error;
      // A story that fewer than five people have seen has no numbers yet.
      return error.networkCode === TOO_FEW_VIEWERS ? {} : read(OF_ALL);
    });
    return insightsToMetrics(insights, LABELS);
  };

/** The numbers of an account, and of a post. */
export const numbersOf = (login: Login) => ({
  analytics: analyticsOf(login),
  postAnalytics: postAnalyticsOf(login),
});
