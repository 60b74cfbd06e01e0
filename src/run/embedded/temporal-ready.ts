/** Whether a Temporal server works, not only listens. */
import { Connection } from '@temporalio/client';

const GRPC_NOT_FOUND = 5;
const TIMEOUT_MS = 1000;

/**
 * Whether the frontend answers and reaches the part that holds workflows: asked for a workflow that does not
 * exist, it must answer NOT_FOUND. False for everything else, which is what "not yet" looks like.
 */
export async function temporalAnswers(address: string): Promise<boolean> {
  const connection = Connection.lazy({ address });
  try {
    await connection.withDeadline(Date.now() + TIMEOUT_MS, () =>
      connection.workflowService.describeWorkflowExecution({
        namespace: 'temporal-system',
        execution: { workflowId: 'crier-readiness' },
      }),
    );
    return true;
  } catch (error) {
    return (error as { code?: number }).code === GRPC_NOT_FOUND;
  } finally {
    await connection.close();
  }
}

/** Whether an HTTP server on loopback answers at all. */
export async function httpAnswers(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/`, {
    signal: AbortSignal.timeout(TIMEOUT_MS),
    redirect: 'manual',
  }).then(
    (response) => response.body?.cancel().then(() => true) ?? true,
    () => false,
  );
}
