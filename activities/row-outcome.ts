/** What to report for a part that could not be claimed, by what its row says. */
import { setTimeout as sleep } from 'node:timers/promises';
import { ApplicationFailure } from '@temporalio/activity';
import { FAILURE, type HoldReason, type PartOutcome } from '../temporal/contract.ts';
import type { ClaimRow } from './ledger/claim-part.ts';
import type { PartCall } from './deps.ts';
import type { Confirmed } from './ledger/confirm-part.ts';
import { keyOf } from './ledger/part-key.ts';
import { rejectPart } from './ledger/reject-part.ts';

/** A publish that is early by less waits inside the activity, which costs no event. */
const SHORT_WAIT_MS = 1500;

const CHANNEL_WORDS = {
  channel_disabled: 'The channel is disabled',
  channel_deleted: 'The channel was deleted',
} as const;

/** A held post is looked at this often, besides being woken. */
const LOOK_AGAIN_MS = 6 * 3_600_000;

/**
 * The part waits for its channel to be connected again, which it does no longer than the organisation allows,
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
  if (row.hold) return heldOutcome(row.hold, row);
  if (row.waitMs > SHORT_WAIT_MS) return { status: 'not_due', waitMs: row.waitMs, revision: row.revision };
  if (row.waitMs > 0) {
    await sleep(row.waitMs);
    return { status: 'retry' };
  }
  if (row.paceMs > 0) return { status: 'not_due', waitMs: row.paceMs, revision: row.revision };
  if (row.channel.unusable) {
    const message = CHANNEL_WORDS[row.channel.unusable];
    const state = await rejectPart(deps.database, keyOf(part, row), { code: row.channel.unusable, message });
    return { status: state === 'partly_published' ? state : 'failed', reason: message };
  }
  // Another worker has claimed it at this moment.
  throw ApplicationFailure.retryable('Another worker is publishing this part', FAILURE.unsent);
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
