/** Notices that Temporal's store was lost (wiped, replaced, restored), and prepares the new one. */
import { setTimeout as sleep } from 'node:timers/promises';
import { isGrpcServiceError, type Client } from '@temporalio/client';
import { ensureNamespace, readStoreId } from '../../../temporal/client.ts';
import { ensureSchedules } from '../../../temporal/schedules.ts';
import type { Logger } from '../logger.ts';

/** Well below the minute after which a worker's pollers give up on a namespace that does not exist. */
const LOOK_MS = 3000;
const DEADLINE_MS = 20_000;
const GRPC_NOT_FOUND = 5;

/**
 * Runs until `signal` aborts; `storeId` is the store that is known to be ready. In a new store it makes the
 * namespace, the search attributes and the reconciler's schedule, whose first pass follows at once and starts
 * every post that waits. Any number of workers may do the same.
 */
export async function watchStore(
  deps: { temporal: Client; log: Logger },
  options: { storeId: string; signal: AbortSignal },
): Promise<void> {
  const { signal } = options;
  let known = options.storeId;
  let isDown = false;
  while (!signal.aborted) {
    try {
      const now = await deps.temporal.connection.withDeadline(Date.now() + DEADLINE_MS, () =>
        prepareStore(deps.temporal, known),
      );
      if (now !== known) {
        deps.log.warn(
          { storeId: now },
          'Temporal has a new store: the reconciler starts every post that waits',
        );
      }
      known = now;
      isDown = false;
    } catch (error) {
      if (!isDown) {
        deps.log.warn(
          { reason: error instanceof Error ? error.message : String(error) },
          'Temporal does not answer',
        );
      }
      isDown = true;
    }
    await sleep(LOOK_MS, undefined, { signal }).catch(() => undefined); // aborted: the loop ends
  }
}

async function prepareStore(temporal: Client, known: string): Promise<string> {
  const found = await readStoreId(temporal).catch((error: unknown) => {
    if (isGrpcServiceError(error) && error.code === GRPC_NOT_FOUND) return null;
    throw error;
  });
  if (found === known) return known;
  await ensureNamespace(temporal, temporal.options.namespace);
  await ensureSchedules(temporal);
  return readStoreId(temporal);
}
