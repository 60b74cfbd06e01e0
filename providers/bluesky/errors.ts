/**
 * What the errors of a PDS mean. The code is `error` in the body of an XRPC error (AT Protocol, HTTP API,
 * "Error Responses").
 */
import {
  ChannelGone,
  OutcomeUnknown,
  type ProviderError,
  RateLimited,
  Rejected,
  TokenExpired,
} from '../_kit/errors.ts';
import { boundedReset, retryAt, type HttpFailure } from '../_kit/http.ts';

// The session has expired or was ended; the PDS answers some of these with 400, not 401.
const SESSION_CODES = new Set(['ExpiredToken', 'InvalidToken', 'AuthMissing', 'AuthenticationRequired']);
const GONE_CODES = new Set([
  'AccountTakedown',
  'AccountDeactivated',
  'AccountSuspended',
  'AccountNotFound',
  'RepoTakendown',
  'RepoDeactivated',
  'RepoSuspended',
  'RepoNotFound',
]);

/** Maps an answer that is not 2xx. `now` bounds the waiting time that a 429 names. */
export function mapFailure(failure: HttpFailure, now: Date): ProviderError {
  const { status, message } = failure;
  const code = codeOf(failure.body) ?? String(status);
  const options = { networkCode: code };
  if (status === 429 || code === 'RateLimitExceeded') {
    return new RateLimited(message, resetOf(failure.headers, now), options);
  }
  if (GONE_CODES.has(code)) return new ChannelGone(message, options);
  if (status === 401 || SESSION_CODES.has(code)) return new TokenExpired(message, options);
  if (status === 408 || (status >= 500 && code !== 'MethodNotImplemented')) {
    return new OutcomeUnknown(message, options);
  }
  return new Rejected(message, options);
}

// RateLimit-Reset is a Unix time in seconds here, unlike in the IETF draft of that name.
function resetOf(headers: Headers, now: Date): Date {
  const seconds = Number(headers.get('ratelimit-reset') ?? Number.NaN);
  return Number.isFinite(seconds) ? boundedReset(new Date(seconds * 1000), now) : retryAt(headers, now);
}

function codeOf(body: unknown): string | undefined {
  const code = body && typeof body === 'object' ? (body as Record<string, unknown>).error : undefined;
  return typeof code === 'string' && code ? code : undefined;
}
