/**
 * What Whop's errors mean: a status, and `{"error": {"type", "message"}}`
 * (docs.whop.com/developer/troubleshooting, "API request errors"). OAuth has the standard's form.
 */
import { boundedReset, classifyStatus, retryAt, type HttpFailure } from '../_kit/http.ts';
import { ChannelGone, OutcomeUnknown, RateLimited, Rejected, type ProviderError } from '../_kit/errors.ts';
import { sentence } from '../_kit/sentences/catalogue.ts';

const fieldsOf = (value: unknown): Record<string, unknown> =>
  value && typeof value === 'object' ? (value as Record<string, unknown>) : {};

/** Whop's own name of an error. */
function codeOf({ body }: Pick<HttpFailure, 'body'>): string | null {
  const { error } = fieldsOf(body);
  const { code, type } = fieldsOf(error);
  return [code, type, error].find((one) => typeof one === 'string') as string | null;
}

/**
 * Maps an answer that is not 2xx; null leaves it to `classifyStatus` (401 = an expired token, 5xx = unknown).
 *
 * 409 means that the request conflicts with something, which may be its own first try.
 */
export function mapFailure(failure: HttpFailure, now = new Date()): ProviderError | null {
  const { status, message } = failure;
  const code = codeOf(failure);
  const options = { networkCode: code ?? String(status) };
  if (status === 429) return new RateLimited(message, limitEnd(failure, now), options);
  if (status === 409) return new OutcomeUnknown(message, options);
  if (status === 403 && code === 'insufficient_scope') {
    return new ChannelGone(sentence('lacks_permission', { network: 'Whop', words: message }), options);
  }
  return status >= 400 && status < 500 && ![401, 408].includes(status)
    ? new Rejected(message, options)
    : null;
}

/** "Try again in 12 seconds." is in the message alone. */
function limitEnd({ headers, message }: HttpFailure, now: Date): Date {
  const seconds = Number(/try again in (\d+) seconds?/i.exec(message)?.[1] ?? Number.NaN);
  if (headers.has('retry-after') || Number.isNaN(seconds)) return retryAt(headers, now);
  return boundedReset(new Date(now.getTime() + seconds * 1000), now);
}

/** Refusals of the token endpoint: `Rejected`, with the standard's code (RFC 6749, section 5.2). */
export function mapTokenFailure(failure: HttpFailure, now = new Date()): ProviderError {
  const { status } = failure;
  const { error, error_description: message } = fieldsOf(failure.body);
  if (status === 429 || status >= 500 || typeof error !== 'string') {
    return status === 429
      ? new RateLimited(failure.message, limitEnd(failure, now))
      : classifyStatus(failure, now);
  }
  return new Rejected(typeof message === 'string' && message ? message : error, { networkCode: error });
}
