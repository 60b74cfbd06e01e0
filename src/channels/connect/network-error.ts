import type { Provider } from '../../../providers/_kit/contract.ts';
import { OutcomeUnknown, ProviderError, RateLimited, Unsent } from '../../../providers/_kit/errors.ts';
import { blockedSentence } from '../../platform/egress.ts';
import { ApiError } from '../../platform/errors.ts';
import { sentence } from '../../platform/sentences.ts';

/**
 * Turns a failure of a network during connecting into an API error; anything else is returned as it is.
 * `host` = the one we called. A host that refuses, is silent or does not exist gets the same error: different
 * ones would map other people's networks.
 */
export function toConnectError({ name }: Pick<Provider, 'name'>, host: string, error: unknown): unknown {
  if (!(error instanceof ProviderError)) return error;
  if (error.networkCode === 'blocked_ip') {
    return new ApiError('blocked_address', { ...blockedSentence(host), cause: error });
  }
  if (error instanceof RateLimited) {
    return new ApiError('network_busy', {
      ...sentence('network_asks_to_wait', { network: name, host }),
      cause: error,
      headers: {
        'retry-after': String(Math.max(1, Math.ceil((error.resetAt.getTime() - Date.now()) / 1000))),
      },
    });
  }
  if (error instanceof Unsent || error instanceof OutcomeUnknown) {
    return new ApiError('network_failed', { ...sentence('host_unreachable', { host }), cause: error });
  }
  return new ApiError('connect_denied', {
    ...sentence('words_of_network', { network: name, words: error.said }),
    cause: error,
  });
}
