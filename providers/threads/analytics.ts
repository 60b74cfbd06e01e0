/** Numbers (developers.facebook.com/documentation/threads: Insights API). */
import type { Metric, Provider } from '../_kit/contract.ts';
import { call, idOf } from './api.ts';

const DAY_MS = 86_400_000;
const DAYS = 30;

/** Metrics by the name that Threads has for them. */
const LABELS: Readonly<Record<string, string>> = {
  followers_count: 'Followers',
  views: 'Views',
  likes: 'Likes',
  replies: 'Replies',
  reposts: 'Reposts',
  quotes: 'Quotes',
  shares: 'Shares',
};

/** `values` by the day, or once for the life of a post; `total_value` for the whole time. */
interface Insight {
  readonly name: string;
  readonly values?: readonly { readonly value?: number; readonly end_time?: string }[];
  readonly total_value?: { readonly value?: number };
}

interface Insights {
  readonly data?: readonly Insight[];
}

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
  return [...(followers.data ?? []), ...(activity.data ?? [])].flatMap(toMetric);
};

export const postAnalytics: NonNullable<Provider['postAnalytics']> = async (channel, published, ctx) => {
  const { data } = await call<Insights>(channel, ctx, `/${idOf(published)}/insights`, {
    query: { metric: POST },
  });
  return (data ?? []).flatMap(toMetric);
};

/** A day ends at midnight in California; what ends on the 5th in UTC was counted on the 4th. */
const dayOf = (endTime: string): string => new Date(Date.parse(endTime) - DAY_MS).toISOString().slice(0, 10);

function toMetric({ name, values = [], total_value: whole }: Insight): Metric[] {
  const label = LABELS[name];
  if (!label) return [];
  const days = values.flatMap(({ value, end_time: end }) =>
    value === undefined || !end ? [] : [{ day: dayOf(end), total: value }],
  );
  if (days.length) return [{ label, total: days.reduce((sum, { total }) => sum + total, 0), days }];
  const total = whole?.value ?? values[0]?.value;
  return total === undefined ? [] : [{ label, total }];
}
