/**
 * What LinkedIn's errors mean (learn.microsoft.com/linkedin: Error handling; Posts API, "API error details";
 * Rate limiting). An error is `{status, message, code?, serviceErrorCode?, errorDetails?}`.
 */
import {
  AlreadyThere,
  ChannelGone,
  type ProviderError,
  RateLimited,
  Rejected,
  TokenExpired,
  Unsent,
} from '../_kit/errors.ts';
import { retryAt, type HttpFailure } from '../_kit/http.ts';
import { catalogue } from '../_kit/sentences/catalogue.ts';
import { english } from './sentences.ts';

const sentence = catalogue(english);

interface LinkedInError {
  readonly message?: string;
  readonly code?: string;
  readonly serviceErrorCode?: number;
  readonly errorDetails?: { readonly inputErrors?: readonly { readonly code?: string }[] };
}

/** How long a file that LinkedIn still works on is left alone. */
const MEDIA_WAIT_MS = 20_000;
const STILL_WORKING = /MEDIA_ASSET_(PROCESSING|WAITING_UPLOAD)$/;
/** "Not enough permissions to access: …": a permission of the token, so nothing else works either. */
const NO_PERMISSION = 100;

/** The `networkCode` of a call about comments that LinkedIn refuses for want of their own permission. */
export const COMMENTS_NOT_GRANTED = 'comments_not_granted';

export const isNotGranted = (error: unknown): boolean =>
  error instanceof Rejected && error.networkCode === COMMENTS_NOT_GRANTED;

/**
 * Maps an answer that is not 2xx; null leaves it to `classifyStatus` (408 and 5xx = unknown). `about`
 * comments, a missing permission ends nothing else: posts have a permission of their own.
 */
export function mapFailure(
  failure: HttpFailure,
  now = new Date(),
  about: 'posts' | 'comments' = 'posts',
): ProviderError | null {
  const { status, message } = failure;
  const body = (typeof failure.body === 'object' ? (failure.body ?? {}) : {}) as LinkedInError;
  const code = body.errorDetails?.inputErrors?.[0]?.code ?? body.code ?? String(status);
  const options = { networkCode: code };
  if (status === 401) return new TokenExpired(message, options);
  if (status === 429) return new RateLimited(message, limitEnd(failure, now), { networkCode: '429' });
  if (status === 426) {
    return new Unsent(sentence('linkedin_api_version', { why: message }), options);
  }
  if (STILL_WORKING.test(code)) {
    const resetAt = new Date(now.getTime() + MEDIA_WAIT_MS);
    return new RateLimited(message, resetAt, { ...options, scope: 'post' });
  }
  if (code === 'DUPLICATE_POST' || IS_DUPLICATE.test(message)) return duplicate(message, code);
  if (status === 403 && body.serviceErrorCode === NO_PERMISSION) {
    if (about === 'comments') {
      return new Rejected(sentence('linkedin_comment_refused', { why: message }), {
        networkCode: COMMENTS_NOT_GRANTED,
      });
    }
    return new ChannelGone(sentence('lacks_permission', { network: 'LinkedIn', words: message }), options);
  }
  return status >= 400 && status < 500 && status !== 408 ? new Rejected(message, options) : null;
}

/** Older versions report this without a code, with 409 or 422. */
const IS_DUPLICATE = /content is a duplicate of urn:li:/i;

function duplicate(message: string, networkCode: string): AlreadyThere {
  const urn = /urn:li:\w+:\d+/.exec(message)?.[0];
  const url = `https://www.linkedin.com/feed/update/${urn}`;
  return new AlreadyThere(sentence('linkedin_duplicate', { post: urn ? url : message }), {
    networkCode,
    existing: urn ? { id: urn, url, ref: { post: urn, comment: null } } : null,
  });
}

/** "… DAY limit for calls to this resource is reached": these counters begin again at midnight UTC. */
function limitEnd({ headers, message }: HttpFailure, now: Date): Date {
  if (headers.has('retry-after') || !/\bday\b/i.test(message)) return retryAt(headers, now);
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1));
}

/**
 * Errors of the token endpoint: `{error, error_description}`. A code that is not known is 401
 * `invalid_request` (learn.microsoft.com/linkedin/shared/authentication: Authorization Code Flow, step 3,
 * "API errors").
 */
export function mapTokenFailure(failure: HttpFailure): ProviderError | null {
  const { status, message } = failure;
  if (status === 429 || status === 408 || status >= 500) return null;
  const { error } = (typeof failure.body === 'object' ? (failure.body ?? {}) : {}) as { error?: string };
  const networkCode = error ?? String(status);
  if (networkCode === 'invalid_client' || networkCode === '401') {
    return new Rejected(
      sentence('app_refused', {
        why: message,
        id: 'client_id',
        secret: 'client_secret',
        network: 'LinkedIn',
      }),
      { networkCode: 'invalid_client' },
    );
  }
  return new ChannelGone(message, { networkCode });
}
