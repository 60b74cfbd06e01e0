/**
 * What Medium's errors mean: a status, and `{"errors": [{"message": "…", "code": 6003}]}`
 * (github.com/Medium/medium-api-docs, "Possible errors"; the form of the body is from Medium's own client,
 * npm `medium-sdk`). There is no list of the codes; those used here were reported by users of that client
 * (github.com/Medium/medium-sdk-nodejs/issues/33 and 35).
 */
import { boundedReset, retryAt, type HttpFailure } from '../_kit/http.ts';
import {
  ChannelGone,
  RateLimited,
  Rejected,
  TokenExpired,
  Unsent,
  type ProviderError,
} from '../_kit/errors.ts';
import { catalogue } from '../_kit/sentences/catalogue.ts';
import { english } from './sentences.ts';

const sentence = catalogue(english);

/** "User not found" and "Application not found": the token belongs to nobody any more. */
const GONE: ReadonlySet<number | null> = new Set([6004, 6005]);

/** Medium documents no limits; what people report is a number of stories a day. */
const WAIT_MS = 15 * 60_000;

/**
 * Maps an answer that is not 2xx; null leaves it to `classifyStatus` (5xx = unknown).
 *
 * A 403 without a body of Medium's own comes from the firewall in front of it: nothing was done.
 */
export function mapFailure(failure: HttpFailure, now = new Date()): ProviderError | null {
  const { status, headers } = failure;
  const { code, message } = readBody(failure);
  const options = { networkCode: String(code ?? status) };
  if (status === 429) {
    const reset = new Date(now.getTime() + WAIT_MS);
    const waits = headers.has('retry-after') ? retryAt(headers, now) : boundedReset(reset, now);
    return new RateLimited(message, waits, options);
  }
  if (status >= 400 && status < 500 && GONE.has(code)) {
    return new ChannelGone(sentence('medium_token_ended', { why: message }), options);
  }
  if (status === 401) {
    return new TokenExpired(sentence('medium_token_ended', { why: message }), options);
  }
  if (status === 403 && !isMediums(failure)) {
    return new Unsent(sentence('refused_in_front', { network: 'Medium', words: message }), options);
  }
  return status >= 400 && status < 500 && status !== 408 ? new Rejected(message, options) : null;
}

const errorsOf = ({ body }: Pick<HttpFailure, 'body'>): unknown[] => {
  const errors = body && typeof body === 'object' ? (body as Record<string, unknown>).errors : null;
  return Array.isArray(errors) ? errors : [];
};

const isMediums = (failure: HttpFailure): boolean => errorsOf(failure).length > 0;

function readBody(failure: HttpFailure): { code: number | null; message: string } {
  const errors = errorsOf(failure).map((error) => (error ?? {}) as Record<string, unknown>);
  const messages = errors.map(({ message }) => message).filter((text) => typeof text === 'string' && text);
  const code = errors.map((error) => error.code).find((value) => typeof value === 'number');
  const reason = messages.length ? `${messages.join(' ')} (HTTP ${failure.status})` : failure.message;
  return { code: (code as number | undefined) ?? null, message: reason };
}
