/**
 * Runs every minute (a Temporal Schedule) and starts what should run and does not, should the outbox fail.
 */
import { proxyActivities } from '@temporalio/workflow';
import type { CoreActivities, ReconcileReport } from '../activities/index.ts';

const core = proxyActivities<CoreActivities>({ startToCloseTimeout: '50 s', retry: { maximumAttempts: 1 } });

/** One pass. It is not retried: the next minute brings the next pass. */
export async function ReconcileWorkflow(): Promise<ReconcileReport> {
  return core.reconcile();
}
