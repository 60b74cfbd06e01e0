/**
 * Turns a failure into the state of the row: what is final is written, what is provably unsent is released,
 * what is unknown stays `sent`.
 */
import { ApplicationFailure } from '@temporalio/activity';
import type { ProviderContext } from '../providers/_kit/contract.ts';
import {
  AlreadyThere,
  ChannelGone,
  OutcomeUnknown,
  RateLimited,
  Rejected,
  TokenExpired,
  Unsent,
  resetOf,
} from '../providers/_kit/errors.ts';
import { FAILURE } from '../temporal/contract/failures.ts';
import type { PartOutcome } from '../temporal/contract/publish-post.ts';
import { flagChannel } from '../src/channels/flag-channel.ts';
import { confirmOwn } from './confirm-own.ts';
import type { PartCall } from './deps.ts';
import type { ClaimRow } from './ledger/claim-part.ts';
import { identityOf } from './ledger/other-posts.ts';
import { noteSent } from './ledger/note-sent.ts';
import type { PartKey } from './ledger/part-key.ts';
import { rejectPart } from './ledger/reject-part.ts';
import { holdPart, releasePart } from './ledger/release-part.ts';
import { LinkWaits } from './load-request.ts';
import { failure, waitForMs } from './provider-call.ts';
import { heldOutcome, publishedOutcome } from './row-outcome.ts';
import { endedOutcome } from './unconfirmed.ts';
import { messageOf, reasonOf, saidBy } from '../src/platform/reason-of.ts';

/** A part that this worker has claimed: while the fence is its own, it may send it. */
export interface ClaimedPart extends PartCall {
  readonly context: ProviderContext;
  readonly row: ClaimRow;
  readonly key: PartKey;
  readonly fence: string;
}

/**
 * The network took the post, but the database could not record it. The ledger still has `sent`, so the post
 * will be looked up, never resent.
 */
export class NotRecorded extends Error {
  constructor(cause: unknown) {
    super(
      `The network took the post, but that could not be recorded: ${cause instanceof Error ? cause.message : String(cause)}`,
      { cause },
    );
  }
}

/**
 * Settles a part after a failure, by its class (docs/architecture.md, "Sending once"). Returns the outcome,
 * or throws what Temporal retries.
 */
export async function settleError(claimed: ClaimedPart, error: unknown): Promise<PartOutcome> {
  const { deps, key, fence, row } = claimed;
  const part = key.position + 1;
  if (error instanceof OutcomeUnknown) {
    return toBeLookedUp(claimed, error, { part, ...reasonOf(error.said), networkCode: error.networkCode });
  }
  if (error instanceof Rejected) {
    const { said, networkCode } = error;
    if (error instanceof AlreadyThere && wasSentBefore(row)) {
      return alreadyThere(claimed, error);
    }
    const rejection = {
      code: networkCode === 'media_missing' ? 'media_missing' : 'rejected',
      ...messageOf(said),
      networkCode,
    };
    // Of a repeat: whether the first request was taken is still open.
    if (row.earlierSentAtMs !== null) {
      return toBeLookedUp(claimed, error, { part, ...reasonOf(said), networkCode, rejection });
    }
    return endedOutcome(
      await rejectPart(deps.database, key, fence, { ...rejection, answered: true }),
      rejection.message,
    );
  }
  if (error instanceof ChannelGone || error instanceof TokenExpired) {
    // This send did not happen: the post waits, like all others of this channel, until a person reconnects it
    // or it is too late.
    await flagChannel(deps, row.channel, error.message);
    const held = await holdPart(deps.database, key, fence, {
      part,
      why: 'channel',
      ...reasonOf(error.said),
      networkCode: error.networkCode,
    });
    return held ? heldOutcome({ ...row, hold: 'channel' }) : { status: 'retry' };
  }
  if (error instanceof RateLimited) {
    await releasePart(deps.database, key, fence, {
      kind: 'rate_limited',
      detail: { part, ...reasonOf(error.said), until: error.resetAt.toISOString() },
    });
    return waitForMs(error.resetAt.getTime() - Date.now(), {
      failure: FAILURE.rateLimited,
      error,
      reason: 'rate limited by the network',
    });
  }
  if (error instanceof NotRecorded) {
    deps.log.error({ err: error }, 'a published part could not be recorded');
    throw failure(FAILURE.unsent, error);
  }
  // Unsent, or a failure of our own before the call (the database, a bug in prepare): this send did not
  // happen.
  if (!(error instanceof Unsent || error instanceof ApplicationFailure)) {
    deps.log.error({ err: error }, 'publish failed before anything was sent');
  }
  await releasePart(deps.database, key, fence, {
    kind: 'will_retry',
    detail: { part, ...reasonOf(saidBy(error)) },
  });
  if (error instanceof LinkWaits) {
    return waitForMs(error.waitMs, {
      failure: FAILURE.unsent,
      error,
      reason: 'a post that it links to has no URL yet',
    });
  }
  throw error instanceof ApplicationFailure ? error : failure(FAILURE.unsent, error);
}

/** Whether it was sent before, and a look or a person found that it did not arrive: either may be wrong. */
export const wasSentBefore = (row: Pick<ClaimRow, 'resends' | 'sentInDoubt'>): boolean =>
  row.resends > 0 || row.sentInDoubt;

/**
 * After an earlier send, the post that the network has is most likely that one, although a look did not find
 * it. If the network names it, and it is no other item's, it is found; else the network is looked at again,
 * and with any result the post does not end as failed.
 */
async function alreadyThere(claimed: ClaimedPart, error: AlreadyThere): Promise<PartOutcome> {
  const { deps, provider, key } = claimed;
  const { said, networkCode, existing: published } = error;
  if (published) {
    const finding = {
      published,
      ...identityOf(provider, published),
      how: 'looked up',
      byWords: true,
    } as const;
    const confirmed = await confirmOwn(deps.database, key, finding);
    if (confirmed !== 'taken') return publishedOutcome(published, confirmed);
  }
  const rejection = { code: ALREADY_THERE, ...messageOf(said), networkCode };
  const detail = { part: key.position + 1, ...reasonOf(said), networkCode, rejection };
  return toBeLookedUp(claimed, error, detail);
}

/** The code of a repeat's rejection that means: the network has this post already. */
export const ALREADY_THERE = 'already_there';

/** The outcome in the row is unknown; the network is asked, not before the time that it named. */
async function toBeLookedUp(
  { deps, provider, key, fence }: ClaimedPart,
  error: Error,
  detail: Readonly<Record<string, unknown>>,
): Promise<PartOutcome> {
  if (!(await noteSent(deps.database, key, fence, { kind: 'outcome_unknown', detail }))) {
    return { status: 'retry' };
  }
  const reset = resetOf(error);
  const waitMs = reset ? reset.getTime() - Date.now() : 0;
  return { status: 'unknown', verifyAfterMs: Math.max(provider.settleMs, waitMs) };
}
