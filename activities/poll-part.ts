/** Asks a network that processes posts after accepting them whether a part is live. */
import type { PublishRequest, PublishResult } from '../providers/_kit/contract.ts';
import { providerContext } from '../providers/_kit/context.ts';
import { ProviderError, Rejected, resetOf } from '../providers/_kit/errors.ts';
import { LOOKUP_MS } from '../temporal/bounds.ts';
import { FAILURE, type PartOutcome } from '../temporal/contract.ts';
import type { PartCall } from './deps.ts';
import { readPart, type ClaimRow } from './ledger/claim-part.ts';
import { confirmPart } from './ledger/confirm-part.ts';
import { isTakenByAnother } from './ledger/other-posts.ts';
import { keyOf } from './ledger/part-key.ts';
import { rejectPart } from './ledger/reject-part.ts';
import { loadSentRequest } from './load-request.ts';
import { failure } from './provider-call.ts';
import { outcomeOfRow, publishedOutcome } from './row-outcome.ts';
import { POST_OF_ANOTHER, endedOutcome, unconfirmed } from './unconfirmed.ts';
import { withoutSecrets } from '../src/channels/without-secrets.ts';

/**
 * The activity `<provider>.poll`.
 *
 * @throws ApplicationFailure `StillProcessing` (retried, after the network's own wait)
 */
export async function pollPart(call: PartCall): Promise<PartOutcome> {
  const { deps, provider, part } = call;
  const row = await readPart(deps.database, part);
  if (row && !row.published && (row.phase === 'intent' || row.phase === null)) return { status: 'retry' };
  if (!row || row.phase !== 'sent' || row.providerRef === null || !provider.poll) {
    return outcomeOfRow(call, row);
  }
  // What Crier itself misses by now (a file that was deleted) is no answer of the network.
  const request = await loadSentRequest(deps, provider, row, part.position);
  const poll = (): Promise<PublishResult> => ask(call, request, row);
  try {
    return await record(call, row, await withoutSecrets(provider, request.channel, poll));
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    if (!(error instanceof Rejected)) {
      const reset = resetOf(error);
      throw failure(FAILURE.stillProcessing, error, reset ? reset.getTime() - Date.now() : undefined);
    }
    const key = keyOf(part, row);
    // The network has processed the repeat; of the earlier send that says nothing.
    if (row.earlierSentAtMs !== null) {
      return unconfirmed(deps, key, row.fence, `A repeat was rejected: ${error.message}`);
    }
    const { message, networkCode } = error;
    const rejection = { code: 'rejected', message, networkCode };
    return endedOutcome(await rejectPart(deps.database, key, row.fence, rejection), message);
  }
}

async function ask(
  { deps, provider, signal }: PartCall,
  request: PublishRequest,
  row: ClaimRow,
): Promise<PublishResult> {
  if (!provider.poll) throw new Error(`${provider.identifier} has no poll`);
  const until = AbortSignal.any([signal, AbortSignal.timeout(LOOKUP_MS)]);
  return provider.poll(request, row.providerRef, providerContext(deps, provider, until));
}

async function record({ deps, part }: PartCall, row: ClaimRow, result: PublishResult): Promise<PartOutcome> {
  if (result.status !== 'published') {
    throw failure(FAILURE.stillProcessing, 'the network is still processing', result.pollAfterMs);
  }
  const key = keyOf(part, row);
  const { published } = result;
  try {
    return publishedOutcome(published, await confirmPart(deps.database, key, published, 'processed'));
  } catch (error) {
    if (!isTakenByAnother(error)) throw error;
    return unconfirmed(deps, key, row.fence, POST_OF_ANOTHER);
  }
}
