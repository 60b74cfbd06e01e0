import type { Context } from '../../platform/context.ts';
import { readTemporalStart } from '../../platform/temporal-start.ts';
import type { Operation } from '../operation.ts';
import { personOf } from '../person.ts';
import { count, orNull, record, textOrNull } from '../shapes.ts';
import type { AppContext } from '../types.ts';

export const getTemporalOperation = {
  id: 'getTemporal',
  method: 'get',
  path: '/temporal',
  tag: 'Instance',
  access: 'caller',
  role: 'none',
  summary: 'Whether the embedded Temporal server is up',
  description:
    'Posts are stored until it is, and published afterwards. Also `started` with an external Temporal server: GET /api/ready says whether that one answers.',
  answer: {
    status: 200,
    description: 'The progress of its start',
    schema: record({
      state: {
        enum: ['started', 'preparing', 'failed'],
        description: 'failed = retried at the next start of the instance',
      },
      progress: orNull(
        record({
          step: {
            enum: ['looking', 'waiting', 'fetching', 'building', 'linking', 'downloading', 'starting'],
            description: 'The current step; waiting = for another process that is building it',
          },
          done: count('Modules fetched, or packages compiled'),
          total: count('In total; 0 when nothing is counted'),
          secondsLeft: orNull(count('Seconds left in this step at the current pace')),
        }),
        'While preparing',
      ),
      reason: textOrNull('Why it failed; only for the operator of the instance'),
    }),
  },
  errors: [],
  handler: getTemporalHandler,
} as const satisfies Operation;

/** Why it failed names folders of the machine, and is for the operator alone. */
function getTemporalHandler({ config }: Context): (ctx: AppContext) => void {
  return (ctx) => {
    const start = readTemporalStart(config.CRIER_DATA_DIR);
    ctx.body = {
      state: start?.state ?? 'started',
      progress: start?.state === 'preparing' ? start.progress : null,
      reason: start?.state === 'failed' && personOf(ctx).session.operator ? start.reason : null,
    };
  };
}
