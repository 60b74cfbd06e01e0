/** What Mastodon's errors mean. Bodies are `{"error": message}` (docs.joinmastodon.org/entities/Error). */
import { boundedReset, retryAt, type HttpFailure } from '../_kit/http.ts';
import { ChannelGone, OutcomeUnknown, RateLimited, type ProviderError } from '../_kit/errors.ts';
import { SCOPES } from './schema.ts';
import { catalogue } from '../_kit/sentences/catalogue.ts';
import { english } from './sentences.ts';

const sentence = catalogue(english);

const NOT_READY_WAIT_MS = 15_000;

/**
 * Maps an answer that is not 2xx; null leaves it to `classifyStatus`.
 *
 * 401: Mastodon's tokens do not expire and cannot be refreshed. "was revoked" means that the person withdrew
 * access: `ChannelGone`. Any other 401 may come from an instance that was restored or moved, so it is
 * `TokenExpired`; since this provider has no `refresh`, that too ends with a request to reconnect.
 *
 * 403: a missing scope is `ChannelGone`, not `Rejected`, although the account exists: no other post can
 * succeed with this token either, and reconnecting is the only remedy. Messages of the doorkeeper library are
 * in the instance's language; one that is not recognised falls back to the safe class of its status.
 */
export function mapFailure(failure: HttpFailure, now = new Date()): ProviderError | null {
  const { status, message } = failure;
  const options = { networkCode: String(status) };
  if (status === 401 && /revoked/i.test(message)) {
    return new ChannelGone(sentence('access_withdrawn', { network: 'Mastodon', why: message }), options);
  }
  if (status === 403 && /outside the authorized scopes/i.test(message)) {
    return new ChannelGone(sentence('mastodon_lacks_permission', { scopes: SCOPES, why: message }), options);
  }
  if (status === 403 && /^Your login is/i.test(message)) return new ChannelGone(message, options);
  if (status === 429) return new RateLimited(message, resetTime(failure.headers, now), options);
  if (status === 422) return mapUnprocessable(message, now);
  return null;
}

function mapUnprocessable(message: string, now: Date): ProviderError | null {
  const options = { networkCode: '422' };
  // "Try again in a moment!": nothing was posted.
  if (/not finished processing/i.test(message)) {
    return new RateLimited(message, new Date(now.getTime() + NOT_READY_WAIT_MS), {
      ...options,
      scope: 'post',
    });
  }
  // Possibly to the very post whose answer was lost: it has to be verified before this counts as a failure.
  if (/already attached to another post/i.test(message)) return new OutcomeUnknown(message, options);
  return null;
}

/**
 * `X-RateLimit-Reset` is an ISO 8601 time (docs.joinmastodon.org/api/rate-limits); some software sends Unix
 * seconds.
 */
function resetTime(headers: Headers, now: Date): Date {
  const value = headers.get('x-ratelimit-reset')?.trim();
  if (!value) return retryAt(headers, now);
  return boundedReset(/^\d+$/.test(value) ? new Date(Number(value) * 1000) : new Date(value), now);
}
