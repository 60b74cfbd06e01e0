import { ApplicationFailure, ApplicationFailureCategory } from '@temporalio/common';
import type { PartOutcome } from '../temporal/contract.ts';

/**
 * A retryable failure, marked as expected so that it does not fill logs; `delayMs` is the network's own wait.
 */
export function failure(type: string, error: unknown, delayMs?: number): ApplicationFailure {
  return ApplicationFailure.create({
    type,
    message: error instanceof Error ? error.message : String(error),
    category: ApplicationFailureCategory.BENIGN,
    ...(delayMs === undefined ? {} : { nextRetryDelay: Math.max(1000, delayMs) }),
  });
}

/** A wait that is longer than this is a timer of the run. */
const LONG_WAIT_MS = 60_000;

/**
 * Nothing can be sent for this long. A short wait is one between two tries of the activity, which costs no
 * event; a long one is the run's, because an activity lasts a day at most, and a run can be told meanwhile
 * that the post was moved or cancelled.
 *
 * @throws ApplicationFailure of the type `failure`, for a short wait
 */
export function waitForMs(
  waitMs: number,
  why: { failure: string; error: unknown; reason: string },
): PartOutcome {
  if (waitMs > LONG_WAIT_MS) return { status: 'wait', waitMs, reason: why.reason };
  throw failure(why.failure, why.error, waitMs);
}
