import type { Operation } from '../operation.ts';
import { count, orNull, record, textOrNull } from '../shapes.ts';

export const getTemporalOperation = {
  id: 'getTemporal',
  method: 'get',
  path: '/temporal',
  tag: 'Instance',
  access: 'caller',
  role: 'none',
  summary: 'Whether the Temporal server that npm start brings is there yet',
  description:
    'Until it is, posts are stored, and go out afterwards. Also `started` with a Temporal server of another origin: GET /api/ready says whether it answers.',
  answer: {
    status: 200,
    description: 'Where its start is',
    schema: record({
      state: {
        enum: ['started', 'preparing', 'failed'],
        description: 'failed = it is tried again at the next start of the instance',
      },
      progress: orNull(
        record({
          step: {
            enum: ['looking', 'waiting', 'fetching', 'building', 'linking', 'downloading', 'starting'],
            description: 'What is being done; waiting = for another start that builds it',
          },
          done: count('Modules fetched, or packages compiled'),
          total: count('All of them; 0 where nothing is counted'),
          secondsLeft: orNull(count('Seconds that the step still takes at the pace so far')),
        }),
        'While it is being prepared',
      ),
      reason: textOrNull('Why it failed, for the operator of the instance; null for everybody else'),
    }),
  },
  errors: [],
} as const satisfies Operation;
