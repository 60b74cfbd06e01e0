/**
 * What Temporal keeps of an activity: codes and ids, never the text of a network or of the database. A
 * history is kept for weeks, and more people read it than the rows; the text is in the post's timeline.
 */
import { ApplicationFailure, CancelledFailure } from '@temporalio/common';
import type { Statement } from '../src/platform/database.ts';
import type { PartOutcome, PartRef } from '../temporal/contract/publish-post.ts';
import type { ActivityDeps } from './deps.ts';

const CODE: Statement = {
  name: 'history-error-code',
  text: 'select error_code as code from post where id = $1',
};

/** The outcome with the error's code from the row in place of its text. */
export async function withCode(
  { database }: Pick<ActivityDeps, 'database'>,
  { postId }: PartRef,
  outcome: PartOutcome,
): Promise<PartOutcome> {
  // Of these, the reason is text of our own.
  if (!('reason' in outcome) || outcome.status === 'held' || outcome.status === 'wait') return outcome;
  const [row] = await database.query<{ code: string | null }>(CODE, [postId]);
  return { ...outcome, reason: row?.code ?? outcome.status };
}

/**
 * Passes on only what a history may contain: the failures that activities make (provider-call.ts), and the
 * end of an activity that was cancelled. Everything else goes to the log.
 */
export function toFailure({ log }: Pick<ActivityDeps, 'log'>, error: unknown): unknown {
  const isOurs = error instanceof ApplicationFailure || error instanceof CancelledFailure;
  if (isOurs || (error instanceof Error && error.name === 'AbortError')) return error;
  log.error({ err: error }, 'an activity failed');
  return ApplicationFailure.retryable(
    'Something failed inside Crier; the log of the worker says what',
    error instanceof Error ? error.name : 'Error',
  );
}
