/**
 * The numbers of an account and of a pin, by the day
 * (developers.pinterest.com/docs/api/v5/user_account-analytics, pins-analytics).
 */
import type { Metric, Provider } from '../_kit/contract.ts';
import type { NumberName } from '../_kit/number-names.ts';
import { call } from './api.ts';

const DAY_MS = 86_400_000;
/** Pinterest answers for the last 90 days at most. */
const DAYS = 30;
const MAX_DAYS = 89;

/** Of an account; of these, a pin has no `ENGAGEMENT`. Rates are left out: they cannot be added. */
const LABELS = {
  IMPRESSION: 'Impressions',
  ENGAGEMENT: 'Engagements',
  PIN_CLICK: 'Pin clicks',
  OUTBOUND_CLICK: 'Outbound clicks',
  SAVE: 'Saves',
} as const satisfies Readonly<Record<string, NumberName>>;
type MetricName = keyof typeof LABELS;
const PIN_METRICS: readonly MetricName[] = ['IMPRESSION', 'PIN_CLICK', 'OUTBOUND_CLICK', 'SAVE'];

type Numbers = Readonly<Record<string, number | null | undefined>>;

interface Answer {
  readonly all?: {
    readonly summary_metrics?: Numbers;
    readonly lifetime_metrics?: Numbers;
    readonly daily_metrics?: readonly {
      readonly date?: string;
      /** A day that is not counted yet is `PROCESSING`. */
      readonly data_status?: string;
      readonly metrics?: Numbers;
    }[];
  };
}

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

const period = (now: Date, days: number): Record<string, string> => ({
  start_date: dayOf(now.getTime() - days * DAY_MS),
  end_date: dayOf(now.getTime()),
});

/** Metrics that the answer has, in our order; the total is Pinterest's own where it includes one. */
function metricsOf({ all }: Answer, names: readonly MetricName[]): Metric[] {
  return names.flatMap((name) => {
    const days = (all?.daily_metrics ?? []).flatMap(({ date, data_status: status, metrics }) => {
      const value = metrics?.[name];
      const isReady = !status || status === 'READY';
      return date && isReady && typeof value === 'number'
        ? [{ day: date.slice(0, 10), total: Math.max(0, Math.round(value)) }]
        : [];
    });
    const whole = all?.lifetime_metrics?.[name] ?? all?.summary_metrics?.[name];
    if (typeof whole !== 'number' && !days.length) return [];
    const total = typeof whole === 'number' ? whole : days.reduce((sum, day) => sum + day.total, 0);
    return [{ label: LABELS[name], total: Math.max(0, Math.round(total)), days }];
  });
}

export const analytics: NonNullable<Provider['analytics']> = async (channel, ctx) => {
  const { follower_count: followers } =
    (await call<{ follower_count?: number }>(channel, ctx, '/user_account')) ?? {};
  const answer = await call<Answer>(channel, ctx, '/user_account/analytics', {
    query: period(ctx.now(), DAYS),
  });
  return [
    ...(typeof followers === 'number' ? [{ label: 'Followers' as const, total: followers }] : []),
    ...metricsOf(answer ?? {}, Object.keys(LABELS) as MetricName[]),
  ];
};

export const postAnalytics: NonNullable<Provider['postAnalytics']> = async (channel, { id }, ctx) => {
  const answer = await call<Answer>(channel, ctx, `/pins/${encodeURIComponent(id)}/analytics`, {
    query: { ...period(ctx.now(), MAX_DAYS), metric_types: PIN_METRICS.join(',') },
  });
  return metricsOf(answer ?? {}, PIN_METRICS);
};
