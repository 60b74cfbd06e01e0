import { ApplicationFailure, ApplicationFailureCategory } from '@temporalio/common';

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
