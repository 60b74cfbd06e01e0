/** Asks a network that processes posts after accepting them whether a part is live. */
import { providerContext } from '../providers/_kit/context.ts';
import { ProviderError, Rejected } from '../providers/_kit/errors.ts';
import { LOOKUP_MS } from '../temporal/bounds.ts';
import { FAILURE, type PartOutcome } from '../temporal/contract.ts';
import type { PartCall } from './deps.ts';
import { readPart } from './ledger/claim-part.ts';
import { confirmPart } from './ledger/confirm-part.ts';
import { keyOf } from './ledger/part-key.ts';
import { rejectPart } from './ledger/reject-part.ts';
import { loadRequest } from './load-request.ts';
import { failure } from './provider-call.ts';
import { outcomeOfRow, publishedOutcome } from './row-outcome.ts';
import { withoutSecrets } from '../src/channels/without-secrets.ts';

/**
 * The activity `<provider>.poll`.
 *
 * @throws ApplicationFailure `StillProcessing` (retried, after the network's own wait)
 */
export async function pollPart(call: PartCall): Promise<PartOutcome> {
  const { deps, provider, part, signal } = call;
  const row = await readPart(deps.database, part);
  if (row && !row.published && (row.phase === 'intent' || row.phase === null)) return { status: 'retry' };
  if (!row || row.phase !== 'sent' || row.providerRef === null || !provider.poll) {
    return outcomeOfRow(call, row);
  }
  const key = keyOf(part, row);
  const poll = provider.poll.bind(provider);
  const until = AbortSignal.any([signal, AbortSignal.timeout(LOOKUP_MS)]);
  try {
    const request = await loadRequest(deps, provider, row, part.position);
    const result = await withoutSecrets(provider, request.channel, () =>
      poll(request, row.providerRef, providerContext(deps, provider, until)),
    );
    if (result.status === 'published') {
      return publishedOutcome(
        result.published,
        await confirmPart(deps.database, key, result.published, 'processed'),
      );
    }
    throw failure(FAILURE.stillProcessing, 'the network is still processing', result.pollAfterMs);
  } catch (error) {
    if (error instanceof Rejected) {
      const state = await rejectPart(deps.database, key, {
        code: 'rejected',
        message: error.message,
        networkCode: error.networkCode,
      });
      return { status: state === 'partly_published' ? state : 'failed', reason: error.message };
    }
    throw error instanceof ProviderError ? failure(FAILURE.stillProcessing, error) : error;
  }
}
