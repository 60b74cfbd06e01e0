/**
 * Notices that Temporal's store was lost (wiped, replaced, restored) and brings back what the instance needs
 * in it.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { isGrpcServiceError, type Client } from '@temporalio/client';
import { ensureNamespace, readStoreId } from '../../temporal/client.ts';
import { ensureSchedules } from '../../temporal/schedules.ts';
import type { Logger } from '../platform/logger.ts';

/** Well below the minute after which the pollers of a worker give up on a namespace that is gone. */
const LOOK_MS = 3000;
const DEADLINE_MS = 20_000;
const GRPC_NOT_FOUND = 5;

/**
 * Runs until `signal` aborts; `storeId` is the store that is known to be ready. In a new store the namespace,
 * the search attributes and the reconciler's schedule are made again; its first pass, at once, starts every
 * post that waits. Any number of workers may do the same.
 */
export async function watchStore(
  deps: { temporal: Client; log: Logger },
  given: { storeId: string; signal: AbortSignal },
): Promise<void> {
  const { signal } = given;
  let known = given.storeId;
  let away = false;
  while (!signal.aborted) {
    try {
      const now = await deps.temporal.connection.withDeadline(Date.now() + DEADLINE_MS, () =>
        prepareStore(deps.temporal, known),
      );
      if (now !== known) {
        deps.log.warn({ storeId: now }, 'Temporal has a new store: the reconciler starts again what waits');
      }
      known = now;
      away = false;
    } catch (error) {
      if (!away) {
        deps.log.warn(
          { reason: error instanceof Error ? error.message : String(error) },
          'Temporal does not answer',
        );
      }
      away = true;
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
