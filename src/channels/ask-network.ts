/** A call to a network while a person waits for it: a tool, a list of recent posts. */
import type { Channel, Provider, ProviderContext } from '../../providers/_kit/contract.ts';
import {
  ChannelGone,
  ProviderError,
  RateLimited,
  Rejected,
  TokenExpired,
} from '../../providers/_kit/errors.ts';
import type { Context } from '../platform/context.ts';
import { ApiError } from '../platform/errors.ts';
import { callNetwork, type NetworkCall } from './call-network.ts';
import { sentence } from '../platform/sentences.ts';

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
  return askUntil(context, { provider, channelId, signal: AbortSignal.timeout(DEADLINE_MS) }, ask);
}

/** As `askNetwork`, for a call that is cut off by `signal` alone: an upload may take minutes. */
export async function askUntil<T>(
  context: Context,
  { provider, ...until }: Pick<NetworkCall, 'provider' | 'channelId' | 'signal'>,
  ask: (channel: Channel, ctx: ProviderContext) => Promise<T>,
): Promise<T> {
  const call = { provider, ...until, flags: true };
  const deps = { ...context, providerEnv: context.config.providerEnv };
  return callNetwork(deps, call, ask).catch((error: unknown) => {
    throw toApiError(provider, error);
  });
}

function toApiError({ name }: Provider, error: unknown): unknown {
  if (!(error instanceof ProviderError)) return error;
  const said = sentence('words_of_network', { network: name, words: error.said });
  if (error instanceof ChannelGone || error instanceof TokenExpired) {
    return new ApiError('channel_unauthorized', { ...said, cause: error });
  }
  if (error instanceof RateLimited) {
    return new ApiError('network_busy', {
      ...said,
      cause: error,
      headers: {
        'retry-after': String(Math.max(1, Math.ceil((error.resetAt.getTime() - Date.now()) / 1000))),
      },
    });
  }
  return error instanceof Rejected
    ? new ApiError('network_refused', { ...said, cause: error })
    : new ApiError('network_failed', {
        ...sentence('network_answer_not_usable', { network: name }),
        cause: error,
      });
}
