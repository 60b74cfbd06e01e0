/** Finds out what became of a part whose outcome is unknown: reads at the network, then settles the row. */
import type { Provider } from '../providers/_kit/contract.ts';
import { providerContext } from '../providers/_kit/context.ts';
import { ChannelGone, ProviderError, TokenExpired, resetOf } from '../providers/_kit/errors.ts';
import { LOOKUP_MS, SEND_WITHIN_MS } from '../temporal/bounds.ts';
import { FAILURE, type PartOutcome } from '../temporal/contract.ts';
import { flagChannel } from '../src/channels/flag-channel.ts';
import type { PartCall } from './deps.ts';
import { allowResend } from './ledger/allow-resend.ts';
import { readPart, type ClaimRow } from './ledger/claim-part.ts';
import { confirmPart } from './ledger/confirm-part.ts';
import { noteSent } from './ledger/note-sent.ts';
import { isTakenByAnother, readOtherPosts } from './ledger/other-posts.ts';
import { keyOf } from './ledger/part-key.ts';
import { rejectPart } from './ledger/reject-part.ts';
import { loadSentRequest } from './load-request.ts';
import { noteAnswered } from './network-health.ts';
import { failure } from './provider-call.ts';
import { refreshCredentials } from '../src/channels/refresh-credentials.ts';
import { outcomeOfRow, publishedOutcome } from './row-outcome.ts';
import { endedOutcome, unconfirmed } from './unconfirmed.ts';
import { withoutSecrets } from '../src/channels/without-secrets.ts';

/** An open attempt as it was read. */
type SentRow = ClaimRow & { readonly sentAtMs: number; readonly fence: string };

/**
 * The activity `<provider>.verify`: a part that is found is settled, one that is provably absent may be sent
 * again, and otherwise the network is asked again later.
 *
 * @throws ApplicationFailure `StillUnknown` (retried) while the network cannot say
 */
export async function verifyPart(call: PartCall): Promise<PartOutcome> {
  const { deps, provider, part } = call;
  const row = await readPart(deps.database, part);
  // Without an open attempt there is nothing to look for: the row has changed (a person decided, say), and
  // the next claim reads it.
  if (row && !row.published && (row.phase === 'intent' || row.phase === null)) return { status: 'retry' };
  if (!row || !isSent(row)) return outcomeOfRow(call, row);
  const callMs = SEND_WITHIN_MS + provider.publishTimeoutMs;
  // A worker that was cut off may still be calling, until then.
  const endedAtMs = row.callEndedAtMs ?? row.sentAtMs + callMs;
  if ((provider.capabilityOf?.(row.channel) ?? provider.capability) === 'none') {
    if (endedAtMs > row.readAtMs) {
      throw failure(FAILURE.stillUnknown, 'the call may still be answered', endedAtMs - row.readAtMs);
    }
    return unconfirmed(
      deps,
      keyOf(part, row),
      row.fence,
      `${provider.name} offers no way to look the post up`,
    );
  }
  const verdict = await lookUp(call, row, callMs);
  await noteAnswered(call, row);
  return settle(call, { row, endedAtMs, callMs, verdict });
}

const isSent = (row: ClaimRow): row is SentRow =>
  row.phase === 'sent' && row.sentAtMs !== null && row.fence !== null;

type Verdict = Awaited<ReturnType<Provider['verify']>>;

async function settle(
  { deps, provider, part }: PartCall,
  look: { row: SentRow; endedAtMs: number; callMs: number; verdict: Verdict },
): Promise<PartOutcome> {
  const { row, endedAtMs, callMs, verdict } = look;
  const key = keyOf(part, row);
  if (verdict.status === 'found') {
    // Read after the look: whose post it may be was marked as sent before it could be seen.
    const others = verdict.byWords && (await readOtherPosts(deps.database, row, callMs));
    if (others && (others.twinIsCalling || others.isTaken(verdict.published))) {
      throw failure(FAILURE.stillUnknown, 'a post of the same words is being sent: this may be that one');
    }
    const { pollAfterMs } = verdict;
    // The network has it, and has something left to do for it.
    if (pollAfterMs !== undefined && provider.poll) {
      const detail = { part: part.position + 1 };
      const noted = { kind: 'processing', state: 'processing', ref: verdict.published.ref, detail } as const;
      const goesOn = await noteSent(deps.database, key, row.fence, noted);
      return goesOn ? { status: 'processing', pollAfterMs } : { status: 'retry' };
    }
    const confirmed = await confirmPart(deps.database, key, verdict.published, 'looked up').catch(
      (error: unknown) => {
        // Somebody took it for another item since the list was read: look again, without it.
        throw isTakenByAnother(error) ? failure(FAILURE.stillUnknown, error) : error;
      },
    );
    return publishedOutcome(verdict.published, confirmed);
  }
  if (verdict.status === 'unknown') {
    await noteSent(deps.database, key, row.fence, {
      kind: 'looked_up',
      detail: { part: part.position + 1, reason: verdict.reason },
    });
    throw failure(FAILURE.stillUnknown, verdict.reason);
  }
  // Until the call is over and the network has settled, an absent post may still appear, and the network may
  // not have stored the key yet.
  const settledAtMs = endedAtMs + (verdict.afterMs ?? provider.settleMs);
  if (settledAtMs > row.readAtMs) {
    throw failure(FAILURE.stillUnknown, 'too early to send again', nextLookMs(row, endedAtMs, settledAtMs));
  }
  if (row.rejection) return settleRejectedRepeat({ deps, key, row }, verdict.status);
  const identical = verdict.status === 'repeatable' && row.notOurs === 0;
  await allowResend(deps.database, key, row.fence, {
    detail: { part: part.position + 1, verdict: verdict.status, evidence: verdict.evidence },
    identical,
    ...('forMs' in verdict ? { forMs: verdict.forMs } : {}),
  });
  return { status: 'retry' };
}

const FIRST_LOOK_AGAIN_MS = 5000;

/** Looks that are as far apart as the call is ago: what appears soon is found soon. */
function nextLookMs({ readAtMs }: SentRow, endedAtMs: number, settledAtMs: number): number {
  return Math.min(settledAtMs - readAtMs, Math.max(FIRST_LOOK_AGAIN_MS, readAtMs - endedAtMs));
}

/** The network rejected a repeat. That ends the post only once it is clear that the first is not there. */
async function settleRejectedRepeat(
  { deps, key, row }: { deps: PartCall['deps']; key: ReturnType<typeof keyOf>; row: SentRow },
  verdict: 'absent' | 'repeatable',
): Promise<PartOutcome> {
  const { code = 'rejected', message = '', networkCode = null } = row.rejection ?? {};
  if (verdict === 'absent') {
    const rejection = { code, message, networkCode, provenAbsent: true };
    return endedOutcome(await rejectPart(deps.database, key, row.fence, rejection), message);
  }
  const reason = `The answer to the first request was lost, and its repeat was rejected: ${message}`;
  return unconfirmed(deps, key, row.fence, reason);
}

async function lookUp(
  { deps, provider, part, signal }: PartCall,
  row: SentRow,
  callMs: number,
): Promise<Verdict> {
  const until = AbortSignal.any([signal, AbortSignal.timeout(LOOKUP_MS)]);
  const context = providerContext(deps, provider, until);
  const { isTaken } = await readOtherPosts(deps.database, row, callMs);
  try {
    const request = await loadSentRequest(deps, provider, row, part.position);
    // A part that was claimed straight into `sent` stored no request: preparing it again gives the same one.
    return await withoutSecrets(provider, request.channel, async () => {
      const prepared =
        row.prepared ?? (provider.preparesOffline ? await provider.prepare(request, context) : null);
      const sentAt = new Date(row.earlierSentAtMs ?? row.sentAtMs);
      return provider.verify(request, { prepared, sentAt, ref: row.providerRef, isTaken }, context);
    });
  } catch (error) {
    const lost =
      error instanceof TokenExpired && provider.refresh
        ? await refreshCredentials(deps, provider, row.channel, { ...context, signal }).then(
            () => null,
            (gone: unknown) => gone,
          )
        : error;
    if (lost instanceof ChannelGone) await flagChannel(deps, row.channel, lost.message);
    // That the look failed says nothing about the post.
    if (error instanceof ProviderError) {
      throw failure(FAILURE.stillUnknown, error, untilReset(error));
    }
    throw error;
  }
}

function untilReset(error: unknown): number | undefined {
  const reset = resetOf(error);
  return reset ? reset.getTime() - Date.now() : undefined;
}
