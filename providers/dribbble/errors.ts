/**
 * What Dribbble's errors mean: `{"message", "errors": [{"attribute", "message"}]}`
 * (developer.dribbble.com/v2, "Client errors" and "Rate limiting").
 */
import { ChannelGone, RateLimited, Rejected, type ProviderError } from '../_kit/errors.ts';
import { boundedReset, classifyStatus, retryAt, type HttpFailure } from '../_kit/http.ts';
import { catalogue } from '../_kit/sentences/catalogue.ts';
import { english } from './sentences.ts';

const sentence = catalogue(english);

interface DribbbleError {
  readonly message?: string;
  readonly errors?: readonly { readonly attribute?: string; readonly message?: string }[];
}

/** Maps an answer. Tokens do not expire: one that is refused was withdrawn. */
export function toError(failure: HttpFailure, now: Date): ProviderError {
  const { status } = failure;
  const message = messageOf(failure);
  const options = { networkCode: String(status) };
  if (status === 401) {
    return new ChannelGone(sentence('access_withdrawn', { network: 'Dribbble', why: message }), options);
  }
  if (status === 429) return new RateLimited(message, resetOf(failure, now), options);
  if (status === 403) {
    return new Rejected(sentence('dribbble_not_allowed', { why: message }), options);
  }
  return classifyStatus({ ...failure, message }, now);
}

function messageOf({ body, message }: HttpFailure): string {
  const { message: reason, errors = [] } =
    body && typeof body === 'object' ? (body as DribbbleError) : ({} as DribbbleError);
  const details = errors.map((error) => `${error.attribute ?? ''} ${error.message ?? ''}`.trim());
  return [reason || message, details.join('; ')].filter(Boolean).join(' ').slice(0, 500);
}

/** `X-RateLimit-Reset`: Unix time in seconds. */
function resetOf({ headers }: HttpFailure, now: Date): Date {
  const reset = Number(headers.get('x-ratelimit-reset') ?? Number.NaN);
  return Number.isFinite(reset) ? boundedReset(new Date(reset * 1000), now) : retryAt(headers, now);
}
