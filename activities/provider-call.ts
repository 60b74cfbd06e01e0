import { ApplicationFailure, ApplicationFailureCategory } from '@temporalio/common';
import { ProviderError } from '../providers/_kit/errors.ts';
import { FAILURE } from '../temporal/contract/failures.ts';
import type { PartOutcome } from '../temporal/contract/publish-post.ts';

/** The text that a history has for each type; what a network said is in the timeline of the post. */
const WORDS: Readonly<Record<string, string>> = {
  [FAILURE.unsent]: 'Nothing was sent',
  [FAILURE.notDue]: 'Its date has not come yet',
  [FAILURE.rateLimited]: 'The network asks to wait',
  [FAILURE.stillUnknown]: 'It is not known yet whether the network has the post',
  [FAILURE.stillProcessing]: 'The network is still processing the post',
  [FAILURE.notRenewed]: 'The credentials were not renewed',
};
const OWN_WORDS: Readonly<Record<string, string>> = {
  [FAILURE.unsent]: 'Nothing was sent; the log of the worker says why',
  [FAILURE.notRenewed]: 'The renewal failed inside Crier; the log of the worker says why',
};
/** Codes are names and numbers. What looks like a sentence is none. */
const IS_CODE = /^[\w.:-]{1,64}$/;

/**
 * A retryable failure, marked as expected so that it does not fill logs; `delayMs` is the network's own wait.
 * Of the error, Temporal keeps its code alone.
 */
export function failure(type: string, error: unknown, delayMs?: number): ApplicationFailure {
  const message = (error instanceof ProviderError ? undefined : OWN_WORDS[type]) ?? WORDS[type] ?? type;
  const code = error instanceof ProviderError ? (error.networkCode ?? '') : '';
  return ApplicationFailure.create({
    type,
    message: IS_CODE.test(code) ? `${message} (${code})` : message,
    category: ApplicationFailureCategory.BENIGN,
    ...(delayMs === undefined ? {} : { nextRetryDelay: Math.max(1000, delayMs) }),
  });
}

/** A wait that is longer than this is a timer of the run. */
export const LONG_WAIT_MS = 60_000;

/**
 * The wait of a part that cannot be sent yet. A short one passes between two tries of the activity, which
 * costs no event; the run waits for a long one, because an activity lasts a day at most, and a run can learn
 * meanwhile that the post was moved or cancelled.
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
