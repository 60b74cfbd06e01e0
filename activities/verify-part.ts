/** Finds out what became of a part whose outcome is unknown: reads at the network, then settles the row. */
import type { Provider } from '../providers/_kit/contract.ts';
import { providerContext } from '../providers/_kit/context.ts';
import { ChannelGone, ProviderError, TokenExpired } from '../providers/_kit/errors.ts';
import { FAILURE, type PartOutcome } from '../temporal/contract.ts';
import { flagChannel } from '../src/channels/flag-channel.ts';
import type { ActivityDeps, PartCall } from './deps.ts';
import { allowResend } from './ledger/allow-resend.ts';
import { readPart, type ClaimRow } from './ledger/claim-part.ts';
import { confirmPart } from './ledger/confirm-part.ts';
import { noteSent } from './ledger/note-sent.ts';
import { keyOf, type PartKey } from './ledger/part-key.ts';
import { loadRequest } from './load-request.ts';
import { SEND_WITHIN_MS } from './publish-part.ts';
import { failure } from './provider-call.ts';
import { refreshCredentials } from '../src/channels/refresh-credentials.ts';
import { outcomeOfRow, publishedOutcome } from './row-outcome.ts';
import { withoutSecrets } from '../src/channels/without-secrets.ts';

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
  if (!row || row.phase !== 'sent' || row.sentAtMs === null) return outcomeOfRow(call, row);
  const key = keyOf(part, row);
  // A worker that was cut off may still be calling, and hear that it is published.
  const callingMs = row.callEnded ? 0 : SEND_WITHIN_MS + provider.publishTimeoutMs;
  if ((provider.capabilityOf?.(row.channel) ?? provider.capability) === 'none') {
    const early = row.sentAtMs + callingMs - row.readAtMs;
    if (early > 0) throw failure(FAILURE.stillUnknown, 'the call may still be under way', early);
    return unconfirmed(deps, key, `${provider.name} offers no way to look the post up`);
  }

  const verdict = await lookUp(call, row);
  switch (verdict.status) {
    case 'found':
      return publishedOutcome(
        verdict.published,
        await confirmPart(deps.database, key, verdict.published, 'looked up'),
      );
    case 'repeatable':
    case 'absent': {
      // Until the call is over and the network has settled, an absent post may still appear, and the network
      // may not have stored the key yet.
      const early = row.sentAtMs + callingMs + provider.settleMs - row.readAtMs;
      if (early > 0) throw failure(FAILURE.stillUnknown, 'too early to send again', early);
      await allowResend(deps.database, key, {
        detail: { part: part.position + 1, verdict: verdict.status, evidence: verdict.evidence },
        identical: verdict.status === 'repeatable',
      });
      return { status: 'retry' };
    }
    case 'unknown':
      await noteSent(deps.database, key, {
        kind: 'looked_up',
        detail: { part: part.position + 1, reason: verdict.reason },
      });
      throw failure(FAILURE.stillUnknown, verdict.reason);
  }
}

type Verdict = Awaited<ReturnType<Provider['verify']>>;

async function lookUp({ deps, provider, part, signal }: PartCall, row: ClaimRow): Promise<Verdict> {
  const context = providerContext(deps, provider, signal);
  try {
    const request = await loadRequest(deps, provider, row, part.position);
    // A part that was claimed straight into `sent` stored no request: preparing it again gives the same one.
    return await withoutSecrets(provider, request.channel, async () => {
      const prepared =
        row.prepared ?? (provider.preparesOffline ? await provider.prepare(request, context) : null);
      return provider.verify(
        request,
        { prepared, sentAt: new Date(row.sentAtMs ?? 0), ref: row.providerRef },
        context,
      );
    });
  } catch (error) {
    const lost =
      error instanceof TokenExpired && provider.refresh
        ? await refreshCredentials(deps, provider, row.channel, context).then(
            () => null,
            (gone: unknown) => gone,
          )
        : error;
    if (lost instanceof ChannelGone) await flagChannel(deps, row.channel, lost.message);
    // That the look failed says nothing about the post.
    if (error instanceof ProviderError) throw failure(FAILURE.stillUnknown, error);
    throw error;
  }
}

/** Only a person can tell what became of the post; nothing is sent again until then. */
export async function unconfirmed(deps: ActivityDeps, key: PartKey, reason: string): Promise<PartOutcome> {
  const error = {
    code: 'outcome_unknown',
    message: `${reason}. Look at the account: the post may have been published.`,
  };
  await noteSent(deps.database, key, {
    kind: 'unconfirmed',
    state: 'unconfirmed',
    error,
    detail: { part: key.position + 1, reason },
  });
  return { status: 'unconfirmed', reason };
}
