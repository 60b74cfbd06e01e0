/** Which processes poll a task queue. */
import type { Client } from '@temporalio/client';

/** temporal.api.enums.v1.TaskQueueType */
const QUEUE_TYPE = { workflow: 1, activity: 2 } as const;

/**
 * An idle worker's poll lasts a minute before the next one. When the last poll is older than this, no worker
 * polls.
 */
export const POLL_LIMIT_SECONDS = 90;

/** A process that polled; a worker of Crier is `<process>@<host>`. */
export interface Poller {
  readonly identity: string;
  /** Seconds since its last poll, by this machine's clock. */
  readonly ageSeconds: number;
}

/**
 * The pollers that Temporal remembers (about five minutes), the latest first.
 *
 * @throws the gRPC error when Temporal does not answer within `deadlineMs`
 */
export async function readPollers(
  client: Client,
  options: { queue: string; type: keyof typeof QUEUE_TYPE; deadlineMs: number },
): Promise<Poller[]> {
  const { pollers } = await client.connection.withDeadline(Date.now() + options.deadlineMs, () =>
    client.workflowService.describeTaskQueue({
      namespace: client.options.namespace,
      taskQueue: { name: options.queue },
      taskQueueType: QUEUE_TYPE[options.type],
    }),
  );
  const now = Date.now() / 1000;
  return (pollers ?? [])
    .map((p) => ({
      identity: p.identity ?? '',
      ageSeconds: Math.max(0, now - Number(p.lastAccessTime?.seconds ?? 0)),
    }))
    .sort((a, b) => a.ageSeconds - b.ageSeconds);
}
