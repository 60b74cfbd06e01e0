/**
 * What the errors of the Graph API mean (developers.facebook.com/documentation/threads/troubleshooting;
 * graph-api/guides/error-handling). An error is `{error: {message, type, code}}`, with `error_subcode` and
 * `is_transient` where they apply.
 */
import {
  ChannelGone,
  OutcomeUnknown,
  type ProviderError,
  RateLimited,
  Rejected,
  TokenExpired,
} from '../_kit/errors.ts';
import { retryAt, type HttpFailure } from '../_kit/http.ts';

interface GraphError {
  readonly message?: string;
  readonly error_user_msg?: string;
  readonly code?: number;
  readonly error_subcode?: number;
  readonly is_transient?: boolean;
}

/** "Application/user/page request limit reached", and the limit for one kind of call. */
const LIMITS: ReadonlySet<number> = new Set([4, 17, 32, 613]);
/** Of 250 posts in 24 hours; the window moves, and no answer says when the oldest leaves it. */
const LIMIT_WAIT_MS = 15 * 60_000;
/** "API unknown" and "API service": temporary. */
const TEMPORARY: ReadonlySet<number> = new Set([1, 2]);

/** Maps an answer that is not 2xx; null leaves it to `classifyStatus` (408 and 5xx = unknown). */
export function mapFailure(failure: HttpFailure, now = new Date()): ProviderError | null {
  const { status, headers } = failure;
  const error = (failure.body as { error?: GraphError } | null)?.error ?? {};
  const { code = 0, error_subcode: subcode } = error;
  const message = error.error_user_msg ?? failure.message;
  const options = { networkCode: [code || status, ...(subcode ? [subcode] : [])].join('/') };
  if (code === 190 || status === 401) return new TokenExpired(message, options);
  if (status === 429 || LIMITS.has(code)) {
    const resetAt = headers.has('retry-after')
      ? retryAt(headers, now)
      : new Date(now.getTime() + LIMIT_WAIT_MS);
    return new RateLimited(message, resetAt, options);
  }
  // 10 and 200 to 299: "Permission is either not granted or has been removed".
  if (code === 10 || (code >= 200 && code <= 299)) {
    return new ChannelGone(`Threads has withdrawn a permission; reconnect the channel. ${message}`, options);
  }
  if (status < 500 && (TEMPORARY.has(code) || error.is_transient)) {
    return new OutcomeUnknown(message, options);
  }
  return status >= 400 && status < 500 && status !== 408 ? new Rejected(message, options) : null;
}

/** A token or a code that Threads no longer accepts: only a person can give another. */
export function mapTokenFailure(failure: HttpFailure, now = new Date()): ProviderError | null {
  const error = mapFailure(failure, now);
  return error instanceof TokenExpired || error instanceof Rejected
    ? new ChannelGone(error.message, { networkCode: error.networkCode, cause: error })
    : error;
}
