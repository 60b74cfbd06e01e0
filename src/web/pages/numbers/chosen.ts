import { API_ORIGIN } from '../../api/origin.ts';
import { locale } from '../../format/date-time.tsx';

/** What people choose from, in days; the API takes no others. */
export const PERIODS = [7, 30, 90] as const;

/** Which numbers the page shows. */
export interface Chosen {
  readonly days: (typeof PERIODS)[number];
  readonly channel?: string;
  readonly network?: string;
}

/** URL of the file with the numbers by the day. */
export function csvUrl(report: 'channels' | 'posts', { days, ...which }: Chosen): string {
  const query = new URLSearchParams({ of: report, days: String(days), ...which });
  return `${API_ORIGIN}/api/numbers/csv?${query.toString()}`;
}

/** "12,345", as the spoken language writes it. */
export const formatNumber = (value: number): string =>
  new Intl.NumberFormat(locale(), { maximumFractionDigits: 1 }).format(value);

/** "+20", "−3"; empty without a change. */
export const formatChange = (value: number): string =>
  new Intl.NumberFormat(locale(), { maximumFractionDigits: 1, signDisplay: 'exceptZero' }).format(value);

/** "+12%"; small ones have a decimal. */
export const formatShare = (share: number): string =>
  new Intl.NumberFormat(locale(), {
    style: 'percent',
    maximumFractionDigits: Math.abs(share) < 0.1 ? 1 : 0,
    signDisplay: 'exceptZero',
  }).format(share);
