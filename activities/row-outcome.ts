/** What to report for a part that was not claimed, by the verdict about its row. */
import { ApplicationFailure } from '@temporalio/activity';
import { EARLY_MS } from '../temporal/contract/bounds.ts';
import { FAILURE } from '../temporal/contract/failures.ts';
import type { PartOutcome } from '../temporal/contract/publish-post.ts';
import { phaseMayBeOut } from '../src/platform/attempt-phase.ts';
import type { ClaimRow } from './ledger/claim-part.ts';
import type { PartCall } from './deps.ts';
import type { Confirmed } from './ledger/confirm-part.ts';
import { barredOutcome } from './barred-outcome.ts';
import { noteSent } from './ledger/note-sent.ts';
import { keyOf, type PartKey } from './ledger/part-key.ts';
import { rejectPart } from './ledger/reject-part.ts';
import { failure } from './provider-call.ts';
import { endedOutcome, unconfirmed } from './unconfirmed.ts';
import { sentence } from '../src/platform/sentences.ts';
import { messageOf, reasonOf } from '../src/platform/reason-of.ts';

/**
 * A post that is due within this time is waited for between two tries of the activity, which costs no event.
 */
const SOON_MS = EARLY_MS + 5000;
/** The next try is early by this, so that the post leaves at its date and not a poll later. */
const NEXT_TRY_EARLY_MS = 250;

const CHANNEL_WORDS = {
  channel_disabled: sentence('channel_of_post_disabled'),
  channel_deleted: sentence('channel_of_post_deleted'),
} as const;

const NOT_NEXT_MS = 2000;

/** A held post is looked at this often, besides being woken. */
const LOOK_AGAIN_MS = 6 * 3_600_000;

/**
 * The part waits for its channel to be reconnected, which it does no longer than the organisation allows,
 * or for the end of a freeze.
 */
export function heldOutcome({ hold, missedInMs, revision }: ClaimRow): PartOutcome {
  const reason = hold ?? 'channel';
  return {
    status: 'held',
    reason,
    waitMs: reason === 'channel' ? Math.min(LOOK_AGAIN_MS, missedInMs + 1000) : LOOK_AGAIN_MS,
    revision,
  };
}

/** Maps a row to an outcome. Ends the post when its channel cannot be used. */
export async function outcomeOfRow(call: PartCall, row: ClaimRow | undefined): Promise<PartOutcome> {
  if (!row) return { status: 'cancelled' };
  const { deps, part } = call;
  switch (row.verdict) {
    case 'cancelled':
      return { status: 'cancelled' };
    case 'missed':
      return {
        status: part.position > 0 ? 'partly_published' : 'missed',
        reason: row.error ?? 'Overdue by more than the organisation allows',
      };
    case 'published':
      return outcomeOfPublished(row);
    case 'ended':
      return { status: endOf(row.state), reason: row.error ?? row.state };
    case 'sent':
      return { status: 'unknown', verifyAfterMs: untilSettled(call.provider, row) };
    case 'processing':
      return { status: 'processing', pollAfterMs: 1000 };
    case 'too_late': {
      return unconfirmed(deps, keyOf(part, row), row.fence, sentence('too_late_to_resend'));
    }
    case 'look_first':
      return lookAgain(call, row);
    case 'held':
      return heldOutcome(row);
    case 'not_next':
      // The run is being notified, and reads which part is the next one.
      return { status: 'not_due', waitMs: NOT_NEXT_MS, revision: row.revision };
    case 'not_due':
      // The rest is waited for in the activity (publish-part.ts).
      return later(row.waitMs > SOON_MS ? row.waitMs : row.waitMs - NEXT_TRY_EARLY_MS, row.revision);
    case 'turn':
      // Of less than a minute, which the run itself must not wait for: its next task would come behind those
      // of all runs that end, and in a burst that is minutes.
      throw notDue(row.turnMs ?? 0);
    case 'unusable':
      return channelGone(call, row);
    case 'barred':
      return barredOutcome(row);
    // What a part was only read as: the claim decides.
    case 'claimed':
    case 'late':
    case 'probe':
    case 'take':
      return { status: 'retry' };
    case 'busy':
      throw ApplicationFailure.retryable('Another worker is publishing this part', FAILURE.unsent);
  }
}

function endOf(state: ClaimRow['state']): 'failed' | 'partly_published' | 'unconfirmed' {
  return state === 'failed' || state === 'partly_published' ? state : 'unconfirmed';
}

/** @throws ApplicationFailure `NotDue`, with the time of the next try, when it is soon */
function later(waitMs: number, revision: number): PartOutcome {
  if (waitMs > SOON_MS) return { status: 'not_due', waitMs, revision };
  throw notDue(waitMs);
}

const notDue = (waitMs: number): Error => failure(FAILURE.notDue, 'its time has not come', waitMs);

async function channelGone({ deps, part }: PartCall, row: ClaimRow): Promise<PartOutcome> {
  const code = row.channel.unusable ?? 'channel_deleted';
  const said = CHANNEL_WORDS[code];
  const key = keyOf(part, row);
  if (phaseMayBeOut(row.phase)) return unconfirmed(deps, key, row.fence, said);
  const rejection = { code, ...messageOf(said) };
  return endedOutcome(await rejectPart(deps.database, key, row.fence, rejection), said.message);
}

/** The time in which a repeat is harmless has passed, so the part is again one whose answer was lost. */
async function lookAgain({ deps, part }: PartCall, row: ClaimRow): Promise<PartOutcome> {
  const key: PartKey = keyOf(part, row);
  const noted = await noteSent(deps.database, key, row.fence, {
    kind: 'outcome_unknown',
    detail: { part: key.position + 1, ...reasonOf(sentence('repeat_no_longer_safe')) },
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

/** The outcome of a part that was recorded as live before. */
export function outcomeOfPublished({ published }: ClaimRow): PartOutcome {
  const { url = null, latenessMs = null, nextDelayMs = null } = published ?? {};
  return publishedOutcome({ url }, { latenessMs, nextDelayMs });
}

/** A part that is live. `settled` is undefined when another worker recorded it: the next claim reads that. */
export function publishedOutcome(
  published: { url: string | null },
  settled: Confirmed | undefined,
): PartOutcome {
  return settled ? { status: 'published', url: published.url, ...settled } : { status: 'retry' };
}
