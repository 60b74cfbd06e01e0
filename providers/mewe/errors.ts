/**
 * What MeWe's answers mean. Its pages list no errors; 401, 403 and 420 ("Enhance Your Calm") are as other
 * clients handle them.
 */
import { RateLimited, Rejected, type ProviderError } from '../_kit/errors.ts';
import { catalogue } from '../_kit/sentences/catalogue.ts';
import { english } from './sentences.ts';
import { retryAt, type HttpFailure } from '../_kit/http.ts';

const sentence = catalogue(english);

/** Maps an answer that is not 2xx; null leaves it to `classifyStatus` (401 = reconnect, 5xx = unknown). */
export function mapFailure(
  { status, headers, message }: HttpFailure,
  now = new Date(),
): ProviderError | null {
  const options = { networkCode: String(status) };
  if (status === 420 || status === 429) return new RateLimited(message, retryAt(headers, now), options);
  if (status === 403) return new Rejected(sentence('mewe_may_not', { why: message }), options);
  return null;
}
