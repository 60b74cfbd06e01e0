/** What a question to a network that was not answered leads to, besides that it is asked again. */
import type { ProviderContext } from '../providers/_kit/contract.ts';
import { ChannelGone, TokenExpired, resetOf } from '../providers/_kit/errors.ts';
import { flagChannel } from '../src/channels/flag-channel.ts';
import { refreshCredentials } from '../src/channels/refresh-credentials.ts';
import type { PartCall } from './deps.ts';
import type { ClaimRow } from './ledger/claim-part.ts';

/**
 * Renews an expired token for the next question, and flags a channel that is gone. A failed read reveals
 * nothing about the post.
 *
 * @returns for how long the network asked to be left alone, in milliseconds; undefined if it named no time
 */
export async function afterFailedRead(
  { deps, provider, signal }: PartCall,
  { row, context, error }: { row: ClaimRow; context: ProviderContext; error: unknown },
): Promise<number | undefined> {
  const lost =
    error instanceof TokenExpired && provider.refresh
      ? await refreshCredentials(deps, provider, row.channel, { ...context, signal }).then(
          () => null,
          (gone: unknown) => gone,
        )
      : error;
  if (lost instanceof ChannelGone) await flagChannel(deps, row.channel, lost.message);
  const reset = resetOf(error);
  return reset ? Math.max(0, reset.getTime() - Date.now()) : undefined;
}
