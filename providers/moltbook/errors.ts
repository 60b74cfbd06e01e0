/**
 * What Moltbook's errors mean: `{"success": false, "error": "…", "hint": "…"}` (www.moltbook.com/skill.md,
 * "Response Format" and "Rate Limits"). That a suspended agent gets 401 or 403 is from reports
 * (github.com/moltbook/api/issues/134).
 */
import { ChannelGone, RateLimited, Rejected, TokenExpired, type ProviderError } from '../_kit/errors.ts';
import { boundedReset, retryAt, type HttpFailure } from '../_kit/http.ts';

interface ErrorBody {
  readonly error?: unknown;
  readonly hint?: unknown;
  /** After a post too many. */
  readonly retry_after_minutes?: unknown;
  /** After a comment too many. */
  readonly retry_after_seconds?: unknown;
}

/** Of the whole agent, not of one request. */
const AGENT_IS_OUT =
  /suspend|banned from moltbook|not (?:yet )?(?:been )?claimed|pending_claim|must be claimed/i;

/** Maps an answer that is not 2xx; null leaves it to `classifyStatus` (408 and 5xx = unknown). */
export function mapFailure(failure: HttpFailure, now = new Date()): ProviderError | null {
  const { status } = failure;
  const body = (typeof failure.body === 'object' ? (failure.body ?? {}) : {}) as ErrorBody;
  const text = [body.error, body.hint].filter((word) => typeof word === 'string' && word).join('. ');
  const message = text ? `${text.slice(0, 600)} (HTTP ${status})` : failure.message;
  const options = { networkCode: String(status) };
  if (status === 429) return new RateLimited(message, resetOf(body, failure.headers, now), options);
  if ((status === 401 || status === 403) && AGENT_IS_OUT.test(text)) {
    return new ChannelGone(message, options);
  }
  if (status === 401) return new TokenExpired(message, options);
  return status >= 400 && status < 500 && status !== 408 ? new Rejected(message, options) : null;
}

function resetOf(body: ErrorBody, headers: Headers, now: Date): Date {
  const seconds = Number(body.retry_after_seconds) || Number(body.retry_after_minutes) * 60;
  if (seconds > 0) return boundedReset(new Date(now.getTime() + seconds * 1000), now);
  // In seconds since 1970, as others who answer with this header.
  const reset = Number(headers.get('x-ratelimit-reset'));
  if (headers.has('retry-after') || !(reset > 0)) return retryAt(headers, now);
  return boundedReset(new Date(reset * 1000), now);
}
