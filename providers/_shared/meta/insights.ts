/** Numbers in the form that all of Meta's networks give them (developers.facebook.com: Insights). */
import type { Metric } from '../../_kit/contract.ts';
import type { NumberName } from '../../_kit/number-names.ts';

export const DAY_MS = 86_400_000;

/** A number, or one for each kind (`{like: 3, love: 1}`). */
type Value = number | Readonly<Record<string, number>>;

/** `values` by the day, or once for the life of a post; `total_value` for the whole time. */
interface Insight {
  readonly name: string;
  readonly values?: readonly { readonly value?: Value; readonly end_time?: string }[];
  readonly total_value?: { readonly value?: Value };
}

/** One entry for each metric that was asked for. */
export interface Insights {
  readonly data?: readonly Insight[];
}

/** A day ends at midnight in California; what ends on the 5th in UTC was counted on the 4th. */
const dayOf = (endTime: string): string => new Date(Date.parse(endTime) - DAY_MS).toISOString().slice(0, 10);

const numberOf = (value: Value | undefined): number | undefined =>
  typeof value === 'object' ? Object.values(value).reduce((sum, one) => sum + one, 0) : value;

/** The numbers as metrics. `labels`: the network's own term for each metric; others are left out. */
export const insightsToMetrics = (
  { data = [] }: Insights,
  labels: Readonly<Record<string, NumberName>>,
): Metric[] =>
  data.flatMap(({ name, values = [], total_value: whole }) => {
    const label = labels[name];
    if (!label) return [];
    const days = values.flatMap(({ value, end_time: end }) => {
      const total = numberOf(value);
      return total === undefined || !end ? [] : [{ day: dayOf(end), total }];
    });
    if (days.length) return [{ label, total: days.reduce((sum, { total }) => sum + total, 0), days }];
    const total = numberOf(whole?.value ?? values[0]?.value);
    return total === undefined ? [] : [{ label, total }];
  });
