import { expect, it } from '@jest/globals';
import { ApplicationFailure } from '@temporalio/common';
import { describeRuns } from '../src/test/time-skipping.ts';
import { WORKFLOW_QUEUE } from '../temporal/contract/queues.ts';
import { RECONCILE_WORKFLOW_ID } from '../temporal/contract/reconcile.ts';
import type { ReconcileWorkflow } from './index.ts';

describeRuns('ReconcileWorkflow', (world) => {
  const pass = (): ReturnType<typeof ReconcileWorkflow> =>
    world.environment.client.workflow.execute<typeof ReconcileWorkflow>('ReconcileWorkflow', {
      workflowId: RECONCILE_WORKFLOW_ID,
      taskQueue: WORKFLOW_QUEUE,
    });

  it('returns the report of its pass', async () => {
    world.reconcile = () => Promise.resolve({ restarted: 2, revived: 1, closed: 3, woken: 0, checked: 40 });
    expect(await pass()).toEqual({ restarted: 2, revived: 1, closed: 3, woken: 0, checked: 40 });
  });

  it('does not retry a failed pass: the next minute brings the next one', async () => {
    let passes = 0;
    world.reconcile = () => {
      passes++;
      return Promise.reject(ApplicationFailure.retryable('the database is away'));
    };
    await expect(pass()).rejects.toThrow('Workflow execution failed');
    expect(passes).toBe(1);
  });
});
