import type { Schema } from '../http/operation.ts';
import { listOf, record, text } from '../http/shapes.ts';
import type { Series } from './numbers.ts';

/** How many days back a client wants to look. */
export const analyticsQuery = {
  type: 'object',
  properties: {
    date: {
      type: 'string',
      pattern: '^[0-9]{1,4}$',
      description: 'How many days back, today included; 7 by default',
    },
  },
} as const;

/** The days that a checked query asks for. */
export const daysOf = ({ date }: Readonly<Record<string, unknown>>): number =>
  Math.max(1, Number(typeof date === 'string' ? date : DEFAULT_DAYS));

const DEFAULT_DAYS = 7;

/** The shape that clients of this API read. */
export const metricsSchema: Schema = listOf(
  record({
    label: text("The network's own word, as docs/events.md lists them"),
    data: listOf(
      record({
        total: text('The number, as a text'),
        date: { type: 'string', format: 'date', description: 'The day of the number, in UTC' },
      }),
    ),
    percentageChange: {
      type: 'number',
      description: 'From the first day in data to the last, in per cent; 0 with only one day',
    },
  }),
);

/** A row for each day that is kept, the oldest first. */
export function presentMetrics(series: readonly Series[]) {
  return series.map(({ label, days }) => ({
    label,
    data: days.map(({ day, total }) => ({ total: String(total), date: day })),
    percentageChange: changeOf(days.map(({ total }) => total)),
  }));
}

function changeOf(totals: readonly number[]): number {
  const [first = 0, last = 0] = [totals[0], totals.at(-1)];
  return first === 0 ? 0 : Math.round(((last - first) / first) * 10_000) / 100;
}
