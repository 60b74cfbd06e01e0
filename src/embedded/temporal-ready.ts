/** Whether a Temporal server works, not only listens. Without the SDK, which would cost the supervisor 50 MB for this one question. */
import { Client, credentials, status, type ServiceError } from '@grpc/grpc-js';
import protobuf from 'protobufjs/minimal.js';

const TIMEOUT_MS = 1000;
const DESCRIBE = '/temporal.api.workflowservice.v1.WorkflowService/DescribeWorkflowExecution';

/** DescribeWorkflowExecutionRequest: 1 = namespace, 2 = execution, of which 1 = workflow_id (temporal/api/workflowservice/v1/request_response.proto). */
const QUESTION = Buffer.from(protobuf.Writer.create().uint32(10).string('temporal-system').uint32(18).fork().uint32(10).string('crier-readiness').ldelim().finish());

/**
 * Whether the frontend answers and reaches the part that holds workflows: asked for a workflow that does not exist,
 * it must say NOT_FOUND. False for everything else, which is what "not yet" looks like.
 */
export async function temporalAnswers(address: string): Promise<boolean> {
  // A connection of its own: one that is shared remembers that the server was away, and tries again only after up to two minutes.
  const client = new Client(address, credentials.createInsecure(), { 'grpc.use_local_subchannel_pool': 1 });
  const same = (bytes: Buffer): Buffer => bytes;
  const code = await new Promise<number>((resolve) => {
    client.makeUnaryRequest(DESCRIBE, same, same, QUESTION, { deadline: Date.now() + TIMEOUT_MS }, (error: ServiceError | null) => resolve(error?.code ?? status.OK));
  });
  client.close();
  return code === status.NOT_FOUND || code === status.OK;
}

/** Whether an HTTP server on loopback answers at all. */
export async function httpAnswers(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/`, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'manual' }).then(
    (response) => response.body?.cancel().then(() => true) ?? true,
    () => false,
  );
}
