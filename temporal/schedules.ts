/** Temporal Schedules that an instance needs. */
import { ScheduleAlreadyRunning, ScheduleOverlapPolicy, type Client } from '@temporalio/client';
import { WORKFLOW_QUEUE } from './contract/queues.ts';
import { RECONCILE_SCHEDULE_ID, RECONCILE_WORKFLOW_ID } from './contract/reconcile.ts';

/** The reconciler every minute, never two at once. Creating it again changes nothing. */
export async function ensureSchedules(client: Client): Promise<void> {
  await client.schedule
    .create({
      scheduleId: RECONCILE_SCHEDULE_ID,
      spec: { intervals: [{ every: '1 minute' }] },
      policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: '1 minute' },
      action: {
        type: 'startWorkflow',
        workflowType: 'ReconcileWorkflow',
        workflowId: RECONCILE_WORKFLOW_ID,
        taskQueue: WORKFLOW_QUEUE,
        args: [],
        workflowExecutionTimeout: '5 minutes',
        staticSummary: 'Start what should run and does not',
      },
      state: { triggerImmediately: true },
    })
    .catch((error: unknown) => {
      if (!(error instanceof ScheduleAlreadyRunning)) throw error;
    });
}
