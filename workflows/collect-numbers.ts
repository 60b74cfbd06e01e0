/**
 * Reads the numbers of one channel and of its newest posts every day. The activity returns when to run again:
 * a day later, at a time that is the channel's own, or when the network asked to. The rows record what is
 * read and what is left.
 */
import { continueAsNew, proxyActivities, sleep, workflowInfo } from '@temporalio/workflow';
import type { NumbersActivities } from '../activities/index.ts';
import { HEARTBEAT_TIMEOUT_MS } from '../temporal/contract/bounds.ts';
import type { NumbersRef } from '../temporal/contract/collect-numbers.ts';
import { NUMBERS_QUEUE } from '../temporal/contract/queues.ts';
import type { ShortResult } from '../temporal/contract/started-workflows.ts';

const { collectNumbers } = proxyActivities<NumbersActivities>({
  taskQueue: NUMBERS_QUEUE,
  heartbeatTimeout: HEARTBEAT_TIMEOUT_MS,
  startToCloseTimeout: '30 min',
  retry: { initialInterval: '1 min', backoffCoefficient: 2, maximumInterval: '1 h' },
  summary: 'read the numbers',
});

/** After this many waits the run continues as a new one, to keep histories short. */
const WAITS_PER_RUN = 30;

/** Ends when the channel can no longer be read, or nobody has looked at numbers for 30 days. */
export async function CollectNumbersWorkflow(input: NumbersRef): Promise<ShortResult> {
  for (let waits = 0; ; waits++) {
    if (waits >= WAITS_PER_RUN || workflowInfo().continueAsNewSuggested) {
      return continueAsNew<typeof CollectNumbersWorkflow>(input);
    }
    const state = await collectNumbers(input);
    if (state.status === 'ended') return { summary: `ended: ${state.reason}` };
    await sleep(state.waitMs, { summary: `${state.read} read; then again` });
  }
}
