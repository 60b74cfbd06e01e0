/** Messages to the run of a group, which begin it if it is still waiting for its date in Temporal. */
import {
  WorkflowExecutionAlreadyStartedError,
  type Client,
  type WorkflowStartOptions,
} from '@temporalio/client';
import { isRunning } from '../../../temporal/client.ts';
import {
  ROW_CHANGED_SIGNAL,
  publishWorkflowId,
  type RowChanged,
} from '../../../temporal/contract/publish-post.ts';
import { WORKFLOW_QUEUE } from '../../../temporal/contract/queues.ts';
import type { StartedWorkflows } from '../../../temporal/contract/started-workflows.ts';

export type Publish = StartedWorkflows['PublishPostWorkflow'];
export type StartOptions = Omit<WorkflowStartOptions<Publish>, 'requestEagerStart' | 'startDelay'>;

/**
 * Sends a message to a run, and starts one where there is none. A plain signal would wait with the run until
 * Temporal begins it; one with a start begins it at once (docs.temporal.io, "Start Delay").
 *
 * @throws WorkflowExecutionAlreadyStartedError if it has ended and must not be started again
 */
export async function beginNow(temporal: Client, start: StartOptions, message: RowChanged): Promise<void> {
  await temporal.workflow.signalWithStart<Publish, [RowChanged]>('PublishPostWorkflow', {
    ...start,
    signal: ROW_CHANGED_SIGNAL,
    signalArgs: [message],
  });
}

/**
 * Sends a message about a post that does not wait to the run of its group, if one is there.
 *
 * @throws the gRPC error when Temporal cannot be reached
 */
export async function messageRun(
  temporal: Client,
  group: { readonly groupId: string; readonly organizationId: string },
  message: RowChanged,
): Promise<void> {
  const workflowId = publishWorkflowId(group.groupId);
  if (!(await isRunning(temporal, workflowId))) return;
  try {
    const args = [{ ...group, targets: [], beginsEarly: true }] as const;
    const once = { taskQueue: WORKFLOW_QUEUE, workflowIdReusePolicy: 'REJECT_DUPLICATE' } as const;
    await beginNow(temporal, { workflowId, args, ...once }, message);
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error; // it has ended meanwhile
  }
}
