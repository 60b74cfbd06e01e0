/** What to report for a part that could not be claimed, by what its row says. */
import { setTimeout as sleep } from 'node:timers/promises';
import { ApplicationFailure } from '@temporalio/activity';
import { FAILURE, type HoldReason, type PartOutcome } from '../temporal/contract.ts';
import type { ClaimRow } from './ledger/claim-part.ts';
import type { ActivityDeps, PartCall } from './deps.ts';
import type { Confirmed } from './ledger/confirm-part.ts';
import { barredOutcome } from './barred-outcome.ts';
import { noteSent } from './ledger/note-sent.ts';
import { keyOf, type PartKey } from './ledger/part-key.ts';
import { rejectPart } from './ledger/reject-part.ts';
import { endedOutcome, unconfirmed } from './unconfirmed.ts';

/** A publish that is early by less waits inside the activity, which costs no event. */
const SHORT_WAIT_MS = 1500;

const CHANNEL_WORDS = {
  channel_disabled: 'The channel is disabled',
  channel_deleted: 'The channel was deleted',
} as const;

/** A held post is looked at this often, besides being woken. */
const LOOK_AGAIN_MS = 6 * 3_600_000;

/**
 * The part waits for its channel to be reconnected, which it does no longer than the organisation allows,
 * or for the end of a freeze.
 */
export function heldOutcome(reason: HoldReason, row: ClaimRow): PartOutcome {
  return {
    status: 'held',
    reason,
    waitMs: reason === 'channel' ? Math.min(LOOK_AGAIN_MS, row.missedInMs + 1000) : LOOK_AGAIN_MS,
    revision: row.revision,
  };
}

/** Maps a row to an outcome. Ends the post when its channel cannot be used. */
export async function outcomeOfRow(
  { deps, provider, part }: PartCall,
  row: ClaimRow | undefined,
): Promise<PartOutcome> {
  if (!row || row.deleted || ['cancelled', 'draft'].includes(row.state)) return { status: 'cancelled' };
  if (row.missed || row.state === 'missed') {
    return {
      status: part.position > 0 ? 'partly_published' : 'missed',
      reason: row.error ?? 'Overdue by more than the organisation allows',
    };
  }
  if (row.published) {
    return publishedOutcome(row.published, {
      latenessMs: row.published.latenessMs,
      nextDelayMs: row.published.nextDelayMs,
    });
  }
  if (row.state === 'failed' || row.state === 'partly_published' || row.state === 'unconfirmed') {
    return { status: row.state, reason: row.error ?? row.state };
  }
  if (row.phase === 'sent') {
    return row.providerRef === null
      ? { status: 'unknown', verifyAfterMs: untilSettled(provider, row) }
      : { status: 'processing', pollAfterMs: 1000 };
  }
  if (row.tooLate) {
    const reason = 'The answer was lost, and it is now too late to send the post again unasked';
    return unconfirmed(deps, keyOf(part, row), row.fence, reason);
  }
  if (row.lookFirst) return lookAgain(deps, keyOf(part, row), row.fence);
  if (row.hold) return heldOutcome(row.hold, row);
  if (row.waitMs > SHORT_WAIT_MS) return { status: 'not_due', waitMs: row.waitMs, revision: row.revision };
  if (row.waitMs > 0) {
    await sleep(row.waitMs);
    return { status: 'retry' };
  }
  if (row.paceMs > 0) return { status: 'not_due', waitMs: row.paceMs, revision: row.revision };
  if (row.channel.unusable) {
    const message = CHANNEL_WORDS[row.channel.unusable];
    const key = keyOf(part, row);
    if (row.earlierSentAtMs !== null) return unconfirmed(deps, key, row.fence, message);
    const rejection = { code: row.channel.unusable, message };
    return endedOutcome(await rejectPart(deps.database, key, row.fence, rejection), message);
  }
  if (row.wait || row.circuitOpen) return barredOutcome(row);
  // Another worker has claimed it at this moment.
  throw ApplicationFailure.retryable('Another worker is publishing this part', FAILURE.unsent);
}

/** The time in which a repeat is harmless has passed, so the part is again one whose answer was lost. */
async function lookAgain(deps: ActivityDeps, key: PartKey, fence: string | null): Promise<PartOutcome> {
  const reason = 'a repeat is no longer safe';
  const noted = await noteSent(deps.database, key, fence, {
    kind: 'outcome_unknown',
    detail: { part: key.position + 1, reason },
  });
  return noted ? { status: 'unknown', verifyAfterMs: 0 } : { status: 'retry' };
}

/** How long until the network has settled: counted from the send, not from when the loss was noticed. */
function untilSettled(provider: PartCall['provider'], row: ClaimRow): number {
  return Math.min(
    provider.settleMs,
    Math.max(0, (row.sentAtMs ?? row.readAtMs) + provider.settleMs - row.readAtMs),
  );
}

/** A part that is live. `settled` is undefined when another worker recorded it: the next claim reads that. */
export function publishedOutcome(
  published: { url: string | null },
  settled: Confirmed | undefined,
): PartOutcome {
  return settled ? { status: 'published', url: published.url, ...settled } : { status: 'retry' };
}
