/**
 * The half of a publish that may be repeated: uploads the media and builds the final request, or takes the
 * request that an earlier try has built.
 */
import type { ProviderContext, PublishRequest } from '../providers/_kit/contract.ts';
import { OutcomeUnknown, ProviderError, Unsent } from '../providers/_kit/errors.ts';
import type { KeptUploads } from '../providers/_kit/context.ts';
import { detailsKeeper } from '../src/channels/keep-details.ts';
import { withoutSecrets } from '../src/channels/without-secrets.ts';
import { PREPARE_MS } from '../temporal/contract/bounds.ts';
import { FAILURE } from '../temporal/contract/failures.ts';
import { addLinkCard } from './add-link-card.ts';
import { documentMaker } from '../src/platform/media/document-maker.ts';
import { keepUpload } from './ledger/keep-upload.ts';
import type { PreparedPart } from './ledger/mark-sent.ts';
import { failure } from './provider-call.ts';
import type { ClaimedPart } from './settle-error.ts';
import { subtitleLoss } from './subtitle-loss.ts';

/**
 * Takes over a request from an earlier try while what it holds is valid. After that it is made again, which
 * the ledger allows only where nothing has been sent: when the very same one must be repeated, its validity
 * has no end (allowResend).
 *
 * @throws ApplicationFailure `Unsent` when the worker is stopped meanwhile, or it takes too long; else what
 * the provider throws
 */
export async function preparePart(claimed: ClaimedPart, request: PublishRequest): Promise<PreparedPart> {
  const { provider, row, signal, stopping, context } = claimed;
  if (row.prepared !== null && (row.preparedLeftMs ?? 1) > 0) return { request: row.prepared };
  const isStopping = (): boolean => stopping?.aborted ?? false;
  const tooLong = new AbortController();
  const timer = setTimeout(() => tooLong.abort(), PREPARE_MS);
  const uploads = keptUploads(claimed);
  const cutOff = AbortSignal.any([signal, tooLong.signal, ...(stopping ? [stopping] : [])]);
  const withDocument = documentMaker(row.organizationId, cutOff);
  const noteLoss = subtitleLoss(claimed.deps, claimed.key, { provider, channel: request.channel });
  const keepDetails = detailsKeeper(claimed.deps.database, request.channel.id);
  const own = { uploads, withDocument, noteLoss, keepDetails };
  const ctx: ProviderContext = { ...context, ...own, signal: cutOff };
  try {
    // What was recorded as sent when it was claimed is built without a call: nobody waits for it.
    if (isStopping() && row.phase !== 'sent') throw new Error('not begun');
    const withCard = await addLinkCard(claimed, request, cutOff);
    const made = await withoutSecrets(provider, request.channel, () => provider.prepare(withCard, ctx));
    const forMs = Math.min(provider.preparedForMs ?? Infinity, uploads.leftMs());
    return { request: made, forMs: Number.isFinite(forMs) ? forMs : null };
  } catch (error) {
    const cut = isStopping() || tooLong.signal.aborted;
    if (
      cut &&
      (error instanceof OutcomeUnknown || error instanceof Unsent || !(error instanceof ProviderError))
    ) {
      const why = isStopping() ? 'The worker was stopped' : 'Preparing the post took too long';
      // Made by ourselves: it reveals nothing about the network.
      throw failure(FAILURE.unsent, new Error(`${why}; the next try goes on with what is uploaded`));
    }
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** The uploads of this part, and how long the first of those that were used is certainly there. */
function keptUploads({ deps, row, key, fence }: ClaimedPart): KeptUploads & { leftMs(): number } {
  const begin = performance.now();
  // By the database's clock, like the times in the row.
  const nowMs = (): number => row.readAtMs + performance.now() - begin;
  const kept = new Map(Object.entries(row.uploads ?? {}));
  const used = new Map<string, number>();
  const write = async (upload: Parameters<typeof keepUpload>[3]): Promise<void> => {
    await keepUpload(deps.database, key, fence, upload).catch((error: unknown) => {
      // The file is there all the same; only a next try would carry it again.
      deps.log.warn({ err: error }, 'an upload could not be remembered');
    });
  };
  return {
    read(name) {
      const found = kept.get(name);
      if (!found || found.untilMs <= nowMs()) return undefined;
      used.set(name, found.untilMs);
      return found.value;
    },
    async keep(name, value, forMs) {
      used.set(name, nowMs() + forMs);
      await write({ name, value, forMs });
    },
    async forget(name) {
      kept.delete(name);
      used.delete(name);
      await write({ name, value: null });
    },
    leftMs: () => Math.min(...used.values()) - nowMs(),
  };
}
