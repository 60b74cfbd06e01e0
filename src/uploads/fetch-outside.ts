/** Fetches from another host: through the guarded client, redirect by redirect, without credentials. */
import { ProviderError } from '../../providers/_kit/errors.ts';
import type { Context } from '../platform/context.ts';
import { BlockedAddress, blockedSentence, isAllowedAddress } from '../platform/egress.ts';
import { ApiError } from '../platform/errors.ts';
import { sentence } from '../platform/sentences.ts';

const MAX_REDIRECTS = 5;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** The parts of the context it uses. */
export interface FetchOutsideContext {
  readonly config: Pick<
    Context['config'],
    'SSRF_ALLOW_CIDRS' | 'DISABLE_SSRF_PROTECTION' | 'CRIER_SANDBOX' | 'providerEnv'
  >;
  readonly egress: Context['egress'];
}

export interface FetchOutside {
  readonly url: string;
  /** The value of `Accept`. */
  readonly accept: string;
  /** Rejects plain http, at every redirect, except for hosts the operator has allowed (SSRF_ALLOW_CIDRS). */
  readonly httpsOnly?: boolean;
  readonly timeoutMs: number;
  readonly maxBytes: number;
}

/** An answer with a body. `url`: where the redirects ended. */
export interface Fetched {
  readonly url: URL;
  readonly body: AsyncIterable<Uint8Array>;
  readonly contentType: string;
}

/** The other side cannot give anything for now. */
export class ServerAway extends Error {}

/**
 * Calls a URL and follows its redirects. Abort `signal` once the body is not needed any more: that closes the
 * connection.
 *
 * @throws ApiError `fetch_failed`; BlockedAddress and other errors of the client (see `fetchError`)
 */
export async function fetchOutside(
  context: FetchOutsideContext,
  { url: first, accept, httpsOnly = false, timeoutMs, maxBytes }: FetchOutside,
  signal: AbortSignal,
): Promise<Fetched> {
  const begin = URL.parse(first);
  if (!begin) throw new ApiError('fetch_failed', sentence('not_a_web_url'));
  let url = begin;
  for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
    assertMayCall(context, url, httpsOnly);
    const response = await context.egress.fetch(url, { headers: { accept }, signal, timeoutMs, maxBytes });
    const location = REDIRECTS.has(response.status) ? response.headers.get('location') : null;
    if (!location) {
      if (!response.ok) {
        throw new ApiError('fetch_failed', {
          ...sentence('fetched_a_status', { host: url.host, status: String(response.status) }),
          cause: response.status === 429 || response.status >= 500 ? new ServerAway() : undefined,
        });
      }
      if (!response.body) throw new ApiError('fetch_failed', sentence('fetched_nothing', { host: url.host }));
      return { url, body: response.body, contentType: response.headers.get('content-type') ?? '' };
    }
    const next = URL.parse(location, url.href);
    if (!next) throw new ApiError('fetch_failed', sentence('redirect_to_no_url', { host: url.host }));
    url = next;
  }
  throw new ApiError('fetch_failed', sentence('too_many_redirects', { max: MAX_REDIRECTS }));
}

function assertMayCall({ config }: FetchOutsideContext, url: URL, httpsOnly: boolean): void {
  const allowed = isAllowedAddress(url.hostname, config.SSRF_ALLOW_CIDRS);
  if (url.username || url.password) {
    throw new ApiError('fetch_failed', sentence('fetch_url_with_password'));
  }
  if (
    url.protocol !== 'https:' &&
    (httpsOnly || url.protocol !== 'http:') &&
    !(url.protocol === 'http:' && allowed)
  ) {
    const address = `${url.protocol}//${url.host}`;
    throw new ApiError('fetch_failed', sentence('fetch_url_not_https', { address }));
  }
  // The client trusts the URL the operator gave the sandbox network; a URL in a request comes from another
  // party.
  const sandbox = config.CRIER_SANDBOX
    ? URL.parse(config.providerEnv.CRIER_SANDBOX_URL ?? '')?.origin
    : undefined;
  if (url.origin === sandbox && !allowed && !config.DISABLE_SSRF_PROTECTION) {
    throw new BlockedAddress(url.hostname);
  }
}

/** An error of a fetch as the caller is shown it, which quotes nothing of the other side's answer. */
export function fetchError(
  error: unknown,
  { url, maxBytes }: Pick<FetchOutside, 'url' | 'maxBytes'>,
): unknown {
  if (error instanceof BlockedAddress) {
    return new ApiError('blocked_address', { ...blockedSentence(error.host), cause: error });
  }
  if (error instanceof ProviderError && error.networkCode === 'too_large') {
    return new ApiError('file_too_large', {
      ...sentence('file_over_limit', { max: maxBytes }),
      cause: error,
    });
  }
  if (error instanceof ProviderError) {
    return new ApiError('fetch_failed', {
      ...sentence('fetch_refused', { host: new URL(url).host }),
      cause: error,
    });
  }
  return error;
}
