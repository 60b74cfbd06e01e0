/** What Mastodon's refusals mean. Bodies are `{"error": words}` (docs.joinmastodon.org/entities/Error). */
import { boundedReset, retryAt, type HttpFailure } from '../_kit/http.ts';
import { ChannelGone, OutcomeUnknown, RateLimited, type ProviderError } from '../_kit/errors.ts';

const NOT_READY_WAIT_MS = 15_000;

/**
 * Maps an answer that is not 2xx; null leaves it to `classifyStatus`.
 *
 * 401: Mastodon's tokens do not expire and cannot be refreshed. "was revoked" means that the person withdrew
 * the access: `ChannelGone`. Any other 401 may come from an instance that was restored or moved, so it is
 * `TokenExpired`; as this provider has no `refresh`, the caller ends at the same place, asking a person to
 * connect again.
 *
 * 403: a missing scope is `ChannelGone`, not `Rejected`, though the account lives: no other post can succeed
 * with this token either, and connecting again is the one remedy. Words of the doorkeeper library follow the
 * instance's language; what is not recognised falls back to the safe class of its status.
 */
export function mapFailure(failure: HttpFailure, now = new Date()): ProviderError | null {
  const { status, words } = failure;
  const options = { networkCode: String(status) };
  if (status === 401 && /revoked/i.test(words)) {
    return new ChannelGone(
      `The access was withdrawn at the instance; connect the channel again. ${words}`,
      options,
    );
  }
  if (status === 403 && /outside the authorized scopes/i.test(words)) {
    return new ChannelGone(
      `The access token lacks a permission; connect the channel again with a token that has ${SCOPES.join(', ')}. ${words}`,
      options,
    );
  }
  if (status === 403 && /^Your login is/i.test(words)) return new ChannelGone(words, options);
  if (status === 429) return new RateLimited(words, resetTime(failure.headers, now), options);
  if (status === 422) return mapMedia(words, now);
  return null;
}

/** Scopes that a token needs. Since 4.3 `profile` does in place of `read:accounts`. */
export const SCOPES = ['read:accounts', 'read:statuses', 'write:statuses', 'write:media'] as const;

function mapMedia(words: string, now: Date): ProviderError | null {
  const options = { networkCode: '422' };
  // The instance asks to wait ("Try again in a moment!") and has posted nothing.
  if (/not finished processing/i.test(words)) {
    return new RateLimited(words, new Date(now.getTime() + NOT_READY_WAIT_MS), options);
  }
  // They may be attached to the very post whose answer was lost: look before anyone calls this a failure.
  if (/already attached to another post/i.test(words)) return new OutcomeUnknown(words, options);
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
