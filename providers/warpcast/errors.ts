/**
 * What Neynar's errors mean: a status, and `{"code", "message", "property", "status"}` (ErrorRes of its
 * description). A cast answers 400, 403, 404 and 500 there; 401, 402 and 429 apply to all calls
 * (docs.neynar.com/reference/what-are-the-rate-limits-on-neynar-apis; docs.neynar.com/reference/quickstart).
 */
import type { HttpFailure } from '../_kit/http.ts';
import { retryAt } from '../_kit/http.ts';
import { ChannelGone, RateLimited, Rejected, Unsent, type ProviderError } from '../_kit/errors.ts';
import { catalogue } from '../_kit/sentences/catalogue.ts';
import { english } from './sentences.ts';

const sentence = catalogue(english);

/** The field of the request that Neynar means, and its own code. */
function read({ body }: Pick<HttpFailure, 'body'>): { code: string | null; property: string | null } {
  const { code, property } = (body && typeof body === 'object' ? body : {}) as Record<string, unknown>;
  return {
    code: typeof code === 'string' ? code : null,
    property: typeof property === 'string' ? property : null,
  };
}

/**
 * Maps an answer that is not 2xx; null leaves it to `classifyStatus` (5xx = unknown).
 *
 * The key is the operator's: a refusal of it, or a plan that is used up, ends no channel.
 */
export function mapFailure(failure: HttpFailure, now = new Date()): ProviderError | null {
  const { status, message, headers } = failure;
  const { code, property } = read(failure);
  const options = { networkCode: code ?? String(status) };
  if (status === 429) return new RateLimited(message, retryAt(headers, now), options);
  if (status === 401) {
    return new Unsent(
      sentence('credential_refused', { network: 'Neynar', what: 'the API key', why: message }),
      options,
    );
  }
  if (status === 402) return new Unsent(sentence('warpcast_plan_used_up', { why: message }), options);
  const isSigner = property === 'signer_uuid' || /\bsigner\b/i.test(message);
  if (status === 403 || (status === 404 && isSigner)) {
    return new ChannelGone(sentence('warpcast_may_not_cast', { why: message }), options);
  }
  return status >= 400 && status < 500 && status !== 408 ? new Rejected(message, options) : null;
}
