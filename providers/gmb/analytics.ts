/** The numbers of a location, by the day (developers.google.com/my-business/reference/performance). */
import type { Metric, Provider } from '../_kit/contract.ts';
import type { NumberName } from '../_kit/number-names.ts';
import { call, placeOf } from './api.ts';

const DAY_MS = 86_400_000;
const DAYS = 30;

const LABELS: Readonly<Record<string, NumberName>> = {
  BUSINESS_IMPRESSIONS_DESKTOP_MAPS: 'Views in Maps, computers',
  BUSINESS_IMPRESSIONS_DESKTOP_SEARCH: 'Views in Search, computers',
  BUSINESS_IMPRESSIONS_MOBILE_MAPS: 'Views in Maps, phones',
  BUSINESS_IMPRESSIONS_MOBILE_SEARCH: 'Views in Search, phones',
  WEBSITE_CLICKS: 'Website clicks',
  CALL_CLICKS: 'Calls',
  BUSINESS_DIRECTION_REQUESTS: 'Directions',
};

interface Series {
  readonly dailyMetric?: string;
  readonly timeSeries?: {
    /** A day without a value had none. */
    readonly datedValues?: readonly {
      readonly date?: { readonly year?: number; readonly month?: number; readonly day?: number };
      readonly value?: string;
    }[];
  };
}

/** A date in the parameters of a query. */
function bound(name: string, ms: number): Record<string, string> {
  const date = new Date(ms);
  return {
    [`dailyRange.${name}.year`]: String(date.getUTCFullYear()),
    [`dailyRange.${name}.month`]: String(date.getUTCMonth() + 1),
    [`dailyRange.${name}.day`]: String(date.getUTCDate()),
  };
}

const two = (n = 0): string => String(n).padStart(2, '0');

function toMetric({ dailyMetric = '', timeSeries }: Series): Metric[] {
  const label = LABELS[dailyMetric];
  if (!label) return [];
  const days = (timeSeries?.datedValues ?? []).flatMap(({ date, value }) =>
    date?.year
      ? [{ day: `${date.year}-${two(date.month)}-${two(date.day)}`, total: Number(value ?? 0) || 0 }]
      : [],
  );
  return [{ label, total: days.reduce((sum, { total }) => sum + total, 0), days }];
}

/** Google counts for some days after a day has ended, so the newest values may still grow. */
export const analytics: NonNullable<Provider['analytics']> = async (channel, ctx) => {
  const location = placeOf(channel).split('/').slice(2).join('/');
  const now = ctx.now().getTime();
  const answer = await call<{
    multiDailyMetricTimeSeries?: readonly { readonly dailyMetricTimeSeries?: readonly Series[] }[];
  }>(channel, ctx, ['numbers', `v1/${location}:fetchMultiDailyMetricsTimeSeries`], {
    query: {
      dailyMetrics: Object.keys(LABELS),
      ...bound('startDate', now - DAYS * DAY_MS),
      ...bound('endDate', now),
    },
  });
  const series = (answer.multiDailyMetricTimeSeries ?? []).flatMap(
    ({ dailyMetricTimeSeries = [] }) => dailyMetricTimeSeries,
  );
  return series.flatMap(toMetric);
};
