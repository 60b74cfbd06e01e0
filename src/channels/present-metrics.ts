import type { Metric } from '../../providers/_kit/contract.ts';
import type { Schema } from '../http/operation.ts';
import { listOf, record, text } from '../http/shapes.ts';

/** How many days back a client wants to look. Networks show numbers as they are now, so there is one day. */
export const analyticsQuery = {
  type: 'object',
  properties: {
    date: {
      type: 'string',
      pattern: '^[0-9]{1,4}$',
      description: 'Days to look back, for servers that keep numbers; here every answer has those of today',
    },
  },
} as const;

/** The shape that clients of this API read. */
export const metricsSchema: Schema = listOf(
  record({
    label: text("The network's own word: Followers, Members, Reactions"),
    data: listOf(
      record({
        total: text('The number, as a text'),
        date: { type: 'string', format: 'date', description: 'The day of the number, in UTC' },
      }),
    ),
    percentageChange: { type: 'number', description: 'Always 0: earlier numbers are not kept' },
  }),
);

export function presentMetrics(metrics: readonly Metric[], now: Date) {
  return metrics.map(({ label, total }) => ({
    label,
    data: [{ total: String(total), date: now.toISOString().slice(0, 10) }],
    percentageChange: 0,
  }));
}
