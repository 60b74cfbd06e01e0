/** One call to a network on behalf of a channel outside publishing. */
import type { Channel, Provider, ProviderContext } from '../../providers/_kit/contract.ts';
import { providerContext, type ProviderDeps } from '../../providers/_kit/context.ts';
import { ChannelGone, TokenExpired, type ProviderError } from '../../providers/_kit/errors.ts';
import type { Statement } from '../platform/database.ts';
import { credentialsBinding } from '../platform/secrets.ts';
import { detailsKeeper } from './keep-details.ts';
import { flagChannel } from './flag-channel.ts';
import { refreshCredentials, type ChannelDeps, type SealedChannel } from './refresh-credentials.ts';
import { withoutSecrets } from './without-secrets.ts';
import { missing } from '../platform/missing.ts';

const READ: Statement = {
  name: 'ask-network-channel',
  text: `select id, organization_id as "organizationId", internal_id as "internalId", name, profile, details, credentials, credentials_version as "credentialsVersion" from integration where id = $1`,
};

/** On whose behalf, and when the call is cut off. */
export interface NetworkCall {
  readonly provider: Provider;
  readonly channelId: string;
  readonly signal: AbortSignal;
  /**
   * Whether a channel that the call finds disconnected is flagged. When a renewal is refused it always is:
   * nothing can be published either.
   */
  readonly flags: boolean;
}

/**
 * Runs `ask` with the channel's credentials, renewing them once when the network rejects them.
 *
 * @throws the typed errors of `errors.ts`; ApiError `integration_not_found`
 */
export async function callNetwork<T>(
  deps: ChannelDeps & ProviderDeps,
  call: NetworkCall,
  ask: (channel: Channel, ctx: ProviderContext) => Promise<T>,
): Promise<T> {
  const { provider, channelId, signal, flags } = call;
  const keepDetails = detailsKeeper(deps.database, channelId);
  const network = { ...providerContext(deps, provider, signal), keepDetails };
  const attempt = async (renewed: boolean): Promise<T> => {
    const [seen] = await deps.database.query<SealedChannel & { organizationId: string }>(READ, [channelId]);
    if (!seen) throw missing('channel', channelId);
    try {
      const channel: Channel = {
        ...seen,
        credentials: JSON.parse(
          deps.secrets.open(seen.credentials, credentialsBinding(seen.organizationId, seen.id)),
        ) as Record<string, string>,
      };
      return await withoutSecrets(provider, channel, () => ask(channel, network));
    } catch (error) {
      if (!(error instanceof TokenExpired || error instanceof ChannelGone)) throw error;
      const renews = !renewed && error instanceof TokenExpired && (flags || Boolean(provider.refresh));
      const gone = renews ? await renew(deps, provider, { seen, network }) : error;
      if (!gone) return attempt(true);
      if (flags || renews) await flagChannel(deps, seen, gone.message);
      throw gone;
    }
  };
  return attempt(false);
}

async function renew(
  deps: ChannelDeps,
  provider: Provider,
  { seen, network }: { seen: SealedChannel; network: ProviderContext },
): Promise<ProviderError | null> {
  try {
    await refreshCredentials(deps, provider, seen, network);
    return null;
  } catch (error) {
    if (error instanceof ChannelGone) return error;
    throw error;
  }
}
