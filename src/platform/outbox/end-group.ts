import { WorkflowNotFoundError } from '@temporalio/client';
import { publishWorkflowId } from '../../../temporal/contract/publish-post.ts';
import type { DispatchDeps } from './start-group.ts';

/**
 * Ends the run of a group that was deleted with its organisation. Left alone, it would end at the date of its
 * post, finding no row, and one that waits for a person would wait for ever. Nothing is left for it to
 * settle, so it is terminated, with the reason in its history.
 *
 * @throws the gRPC error when Temporal cannot be reached
 */
export async function endGroup({ temporal }: Pick<DispatchDeps, 'temporal'>, groupId: string): Promise<void> {
  try {
    await temporal.workflow.getHandle(publishWorkflowId(groupId)).terminate('The organisation was deleted');
  } catch (error) {
    if (!(error instanceof WorkflowNotFoundError)) throw error; // it has ended, or was never started
  }
}
