/**
 * What DEV's errors mean. Bodies are `{"error": …, "status": …}` (developers.forem.com/api/v1); Forem's own
 * source (github.com/forem/forem, `api_controller.rb` and `article.rb`) has the texts.
 */
import {
  AlreadyThere,
  RateLimited,
  Rejected,
  TokenExpired,
  Unsent,
  type ProviderError,
} from '../_kit/errors.ts';
import type { HttpFailure } from '../_kit/http.ts';
import { catalogue } from '../_kit/sentences/catalogue.ts';
import { english } from './sentences.ts';

const sentence = catalogue(english);

/** The code of a title that the author has used a moment ago. */
export const TITLE_USED = 'title_used';
/** How long DEV refuses it. */
const TITLE_MS = 5 * 60_000;

/** Maps an answer that is not 2xx; null leaves it to `classifyStatus` (429 with `Retry-After`, 5xx, 404). */
export function mapFailure(failure: HttpFailure, now: Date): ProviderError | null {
  const { status, body, message } = failure;
  const isOfForem = typeof body === 'object' && body !== null;
  if (status === 401) {
    return new TokenExpired(sentence('devto_key_refused', { why: message }), { networkCode: '401' });
  }
  // The cache in front of DEV refuses by itself, in plain text; the request did not reach Forem.
  if (status === 403 && !isOfForem) {
    return new Unsent(sentence('refused_in_front', { network: 'DEV', words: message }), {
      networkCode: '403',
    });
  }
  if (status === 422 && /already been used in the last five minutes/i.test(message)) {
    return new RateLimited(message, new Date(now.getTime() + TITLE_MS), {
      networkCode: TITLE_USED,
      scope: 'post',
    });
  }
  // `canonical_url`, of another article that is public.
  if (status === 422 && /has already been taken/i.test(message)) {
    return new AlreadyThere(message, { networkCode: '422' });
  }
  return status === 422 ? new Rejected(message, { networkCode: '422' }) : null;
}

/** Whether the article does not exist, or belongs to another author: DEV does not distinguish the two. */
export const isMissing = (error: unknown): boolean =>
  error instanceof Rejected && error.networkCode === '404';
