/** What to report for a part that could not be claimed: the row already says. */
import { setTimeout as sleep } from 'node:timers/promises';
import { ApplicationFailure } from '@temporalio/activity';
import { FAILURE, type PartOutcome } from '../temporal/contract.ts';
import type { PartCall } from './deps.ts';
import { rejectPart, type ClaimRow, type Confirmed } from './ledger.ts';

/** Below this, a publish that comes too early waits inside the activity, which costs no event. */
const SHORT_WAIT_MS = 1500;

const CHANNEL_WORDS = {
  channel_disabled: 'The channel is disabled',
  channel_disconnected: 'The channel must be connected again',
  channel_deleted: 'The channel was deleted',
} as const;

/** Maps a row to an outcome. Ends the post when its channel cannot be used. */
export async function outcomeOfRow({ deps, provider, part }: PartCall, row: ClaimRow | undefined): Promise<PartOutcome> {
  // `missed` waits for a person, who starts it anew.
  if (!row || row.deleted || ['cancelled', 'draft', 'missed'].includes(row.state)) return { status: 'cancelled' };
  if (row.published) return publishedOutcome(row.published, { latenessMs: row.published.latenessMs, nextDelayMs: row.published.nextDelayMs });
  if (row.state === 'failed' || row.state === 'partly_published' || row.state === 'unconfirmed') return { status: row.state, reason: row.error ?? row.state };
  if (row.phase === 'sent') return row.providerRef === null ? { status: 'unknown', verifyAfterMs: untilSettled(provider, row) } : { status: 'processing', pollAfterMs: 1000 };
  if (row.waitMs > SHORT_WAIT_MS) return { status: 'not_due', waitMs: row.waitMs, revision: row.revision };
  if (row.waitMs > 0) {
    await sleep(row.waitMs);
    return { status: 'retry' };
  }
  if (row.channel.unusable) {
    const message = CHANNEL_WORDS[row.channel.unusable];
    const state = await rejectPart(deps.database, { postId: part.postId, itemId: row.itemId, revision: row.revision, position: part.position }, { code: row.channel.unusable, message });
    return { status: state === 'partly_published' ? state : 'failed', reason: message };
  }
  // Another worker holds it at this moment.
  throw ApplicationFailure.retryable('Another worker is publishing this part', FAILURE.unsent);
}

/** A worker that died left time pass already: the network is given its time since the send, not since the finding. */
function untilSettled(provider: PartCall['provider'], row: ClaimRow): number {
  return Math.min(provider.settleMs, Math.max(0, (row.sentAtMs ?? Date.now()) + provider.settleMs - Date.now()));
}

/** A part that is live. `settled` is undefined when another worker recorded it; the next claim reads what it wrote. */
export function publishedOutcome(published: { url: string | null }, settled: Confirmed | undefined): PartOutcome {
  return settled ? { status: 'published', url: published.url, ...settled } : { status: 'retry' };
}
