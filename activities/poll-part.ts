/** Asks a network that processes posts after accepting them whether a part is live. */
import type { PollResult, ProviderContext } from '../providers/_kit/contract.ts';
import { providerContext } from '../providers/_kit/context.ts';
import { ProviderError } from '../providers/_kit/errors.ts';
import { LOOKUP_MS } from '../temporal/contract/bounds.ts';
import { FAILURE } from '../temporal/contract/failures.ts';
import type { PartOutcome } from '../temporal/contract/publish-post.ts';
import { confirmOwn } from './confirm-own.ts';
import type { PartCall } from './deps.ts';
import { afterFailedRead } from './failed-read.ts';
import { readPart, type ClaimRow } from './ledger/claim-part.ts';
import { identityOf } from './ledger/other-posts.ts';
import { keyOf } from './ledger/part-key.ts';
import { rejectPart } from './ledger/reject-part.ts';
import { loadSentRequest } from './load-request.ts';
import { LONG_WAIT_MS, failure } from './provider-call.ts';
import { outcomeOfRow, publishedOutcome } from './row-outcome.ts';
import { wasSentBefore } from './settle-error.ts';
import { POST_OF_ANOTHER, endedOutcome, unconfirmed } from './unconfirmed.ts';
import { subtitleLoss } from './subtitle-loss.ts';
import { withoutSecrets } from '../src/channels/without-secrets.ts';
import { sentence } from '../src/platform/sentences.ts';
import { messageOf } from '../src/platform/reason-of.ts';

/**
 * The activity `<provider>.poll`. Only `rejected` and `published` end a post that the network has accepted; a
 * question that was not answered is asked again.
 *
 * @throws ApplicationFailure `StillProcessing` (retried, after the network's own wait)
 */
export async function pollPart(call: PartCall): Promise<PartOutcome> {
  const { deps, provider, part } = call;
  const row = await readPart(deps.database, part);
  if (!row || row.verdict !== 'processing' || !provider.poll) return outcomeOfRow(call, row);
  const until = AbortSignal.any([call.signal, AbortSignal.timeout(LOOKUP_MS)]);
  const context = providerContext(deps, provider, until);
  try {
    return await record(call, row, await ask(call, row, context));
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    return later(error, await afterFailedRead(call, { row, context, error }));
  }
}

async function ask(
  { deps, provider, part }: PartCall,
  row: ClaimRow,
  context: ProviderContext,
): Promise<PollResult> {
  if (!provider.poll) throw new Error(`${provider.identifier} has no poll`);
  const poll = provider.poll.bind(provider);
  // What Crier itself misses by now (a file that was deleted) is no answer of the network.
  const request = await loadSentRequest(deps, provider, row, part.position);
  const noteLoss = subtitleLoss(deps, keyOf(part, row), { provider, channel: request.channel });
  const ctx: ProviderContext = { ...context, noteLoss };
  return withoutSecrets(provider, request.channel, () => poll(request, row.providerRef, ctx));
}

/** A long wait is a timer of the run: an activity ends, and the post would be left to a person. */
function later(why: unknown, waitMs: number | undefined): PartOutcome {
  if (waitMs !== undefined && waitMs > LONG_WAIT_MS) return { status: 'processing', pollAfterMs: waitMs };
  throw failure(FAILURE.stillProcessing, why, waitMs);
}

async function record(call: PartCall, row: ClaimRow, result: PollResult): Promise<PartOutcome> {
  const { deps, provider, part } = call;
  if (result.status === 'processing') return later('the network is still processing', result.pollAfterMs);
  const key = keyOf(part, row);
  if (result.status === 'rejected') return reject(call, row, result);
  const { published } = result;
  const finding = { published, ...identityOf(provider, published), how: 'processed' } as const;
  const confirmed = await confirmOwn(deps.database, key, finding);
  if (confirmed === 'taken') return unconfirmed(deps, key, row.fence, POST_OF_ANOTHER);
  return publishedOutcome(published, confirmed);
}

async function reject(
  { deps, part }: PartCall,
  row: ClaimRow,
  { reason: said, networkCode = null, alreadyThere }: Extract<PollResult, { status: 'rejected' }>,
): Promise<PartOutcome> {
  const key = keyOf(part, row);
  // The network has processed the repeat; this reveals nothing about the earlier send, or that it is there.
  if (row.earlierSentAtMs !== null || (alreadyThere && wasSentBefore(row))) {
    return unconfirmed(deps, key, row.fence, sentence('repeat_rejected', { why: said }));
  }
  const rejection = { code: 'rejected', ...messageOf(said), networkCode };
  return endedOutcome(await rejectPart(deps.database, key, row.fence, rejection), rejection.message);
}
