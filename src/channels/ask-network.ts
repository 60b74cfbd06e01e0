/** One call to a network on behalf of a channel outside publishing: a tool, a list of recent posts. */
import { providerContext } from '../../providers/_kit/context.ts';
import type { Channel, Provider, ProviderContext } from '../../providers/_kit/contract.ts';
import {
  ChannelGone,
  ProviderError,
  RateLimited,
  Rejected,
  TokenExpired,
} from '../../providers/_kit/errors.ts';
import type { Context } from '../context.ts';
import type { Statement } from '../platform/database.ts';
import { ApiError } from '../platform/errors.ts';
import { credentialsBinding } from '../platform/secrets.ts';
import { flagChannel } from './flag-channel.ts';
import { refreshCredentials, type SealedChannel } from './refresh-credentials.ts';
import { withoutSecrets } from './without-secrets.ts';

const READ: Statement = {
  name: 'ask-network-channel',
  text: `select id, organization_id as "organizationId", internal_id as "internalId", name, profile, details, credentials, credentials_version as "credentialsVersion" from integration where id = $1`,
};

/** A person is waiting for the answer. */
const DEADLINE_MS = 20_000;

/**
 * Runs `ask` with the channel's credentials, renewing them once when the network rejects them.
 *
 * @throws ApiError `channel_unauthorized` when a person must reconnect the channel (it is flagged),
 * `network_refused` with the network's message, `network_busy` with its Retry-After, `network_failed` when
 * there is no usable answer
 */
export async function askNetwork<T>(
  context: Context,
  provider: Provider,
  channelId: string,
  ask: (channel: Channel, ctx: ProviderContext) => Promise<T>,
): Promise<T> {
  const network = providerContext(
    { egress: context.egress, providerEnv: context.config.providerEnv },
    provider,
    AbortSignal.timeout(DEADLINE_MS),
  );
  const attempt = async (renewed: boolean): Promise<T> => {
    const [seen] = await context.database.query<SealedChannel & { organizationId: string }>(READ, [
      channelId,
    ]);
    if (!seen) throw new ApiError('integration_not_found', { message: `No channel has the id ${channelId}` });
    try {
      const channel: Channel = {
        ...seen,
        credentials: JSON.parse(
          context.secrets.open(seen.credentials, credentialsBinding(seen.organizationId, seen.id)),
        ) as Record<string, string>,
      };
      return await withoutSecrets(provider, channel, () => ask(channel, network));
    } catch (error) {
      if (!(error instanceof TokenExpired || error instanceof ChannelGone)) throw error;
      const gone =
        renewed || error instanceof ChannelGone ? error : await renew(context, provider, { seen, network });
      if (!gone) return attempt(true);
      await flagChannel(context, seen, gone.message);
      throw gone;
    }
  };
  return attempt(false).catch((error: unknown) => {
    throw toApiError(provider, error);
  });
}

async function renew(
  context: Context,
  provider: Provider,
  { seen, network }: { seen: SealedChannel; network: ProviderContext },
): Promise<ProviderError | null> {
  try {
    await refreshCredentials(context, provider, seen, network);
    return null;
  } catch (error) {
    if (error instanceof ChannelGone) return error;
    throw error;
  }
}

function toApiError({ name }: Provider, error: unknown): unknown {
  if (!(error instanceof ProviderError)) return error;
  const message = `${name}: ${error.message}`;
  if (error instanceof ChannelGone || error instanceof TokenExpired) {
    return new ApiError('channel_unauthorized', { message, cause: error });
  }
  if (error instanceof RateLimited) {
    return new ApiError('network_busy', {
      message,
      cause: error,
      headers: {
        'retry-after': String(Math.max(1, Math.ceil((error.resetAt.getTime() - Date.now()) / 1000))),
      },
    });
  }
  return error instanceof Rejected
    ? new ApiError('network_refused', { message, cause: error })
    : new ApiError('network_failed', { message: `${name} gave no answer that can be used`, cause: error });
}
