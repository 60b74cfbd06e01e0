/** What surrounds an activity: its errors in the words of histories, and its heartbeats. */
import { Context } from '@temporalio/activity';
import { HEARTBEAT_EVERY_MS } from '../temporal/contract/bounds.ts';
import type { ActivityDeps, ActivitySignals } from './deps.ts';
import { toFailure } from './history-words.ts';

/** Throws what `run` throws as the failure that a history may hold. */
export async function guarded<T>(deps: ActivityDeps, run: () => Promise<T>): Promise<T> {
  return run().catch((error: unknown) => {
    throw toFailure(deps, error);
  });
}

/** Sends heartbeats to Temporal while `run` lasts; `details` go on to the next try. */
export async function withHeartbeat<T>(
  deps: ActivityDeps,
  run: (signals: ActivitySignals) => Promise<T>,
  details: () => unknown = () => undefined,
): Promise<T> {
  const context = Context.current();
  const shutdown = new AbortController();
  const signal = context.cancellationSignal;
  // A server that stood still has timed the activity out when it comes back; a healthy worker goes on.
  signal.addEventListener('abort', () => {
    if (context.cancellationDetails?.workerShutdown) shutdown.abort(signal.reason);
  });
  const timer = setInterval(() => context.heartbeat(details()), HEARTBEAT_EVERY_MS);
  try {
    return await guarded(deps, () => run({ signal, untilShutdown: shutdown.signal }));
  } finally {
    clearInterval(timer);
  }
}
