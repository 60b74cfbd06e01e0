/**
 * What Kick's errors mean: `{"data", "message"}` of the API (docs.kick.com; github.com/KickEngineering/
 * KickDevDocs), and of the proxy in front of it.
 */
import { ChannelGone, Rejected, Unsent, type ProviderError } from '../_kit/errors.ts';
import { classifyStatus, type HttpFailure } from '../_kit/http.ts';
import { sentence } from '../_kit/sentences/catalogue.ts';

/**
 * Maps an answer of the API. A server error proves nothing about the message. A 403 of the API is about the
 * person's permission; of Cloudflare, which blocks some calls before Kick sees them, about nothing lasting.
 */
export function toError(failure: HttpFailure, now: Date): ProviderError {
  const { status, message } = failure;
  if (isBlocked(failure)) return blocked(status);
  if (status === 403) {
    return new ChannelGone(sentence('reconnect_the_channel', { words: message }), { networkCode: '403' });
  }
  return classifyStatus(failure, now);
}

/**
 * `{"error": "Request blocked by security policy.", "reference": …}`, or a page (KickDevDocs, issues 216 and
 * 281).
 */
function isBlocked({ status, body, headers }: HttpFailure): boolean {
  const text = typeof body === 'string' ? body : JSON.stringify(body ?? '');
  const isPage = /html/i.test(headers.get('content-type') ?? '') || /^\s*</.test(text);
  return status === 403 && (isPage || /blocked by security policy/i.test(text));
}

const blocked = (status: number): Unsent =>
  new Unsent(sentence('refused_in_front', { network: 'Kick', words: `HTTP ${status}` }), {
    networkCode: `${status}_blocked`,
  });

/**
 * A refusal of the token endpoint: of the app, or else of the code or the refresh token. Kick documents a 400
 * with `{"error": "Invalid request"}` and no codes; others have seen it without a body (KickDevDocs, issue
 * 156).
 */
export function toTokenError(failure: HttpFailure): ProviderError {
  if (isBlocked(failure)) return blocked(failure.status);
  const message = messageOf(failure.body) ?? failure.message;
  const isOfGrant = /grant|\bcode\b/i.test(message);
  const networkCode = /client/i.test(message) ? 'invalid_client' : isOfGrant ? 'invalid_grant' : null;
  return new Rejected(message, { networkCode });
}

function messageOf(body: unknown): string | undefined {
  try {
    const answer = JSON.parse(String(body)) as Record<string, unknown>;
    const text = [answer.error_description, answer.message, answer.error].find(
      (word) => typeof word === 'string' && word,
    );
    return text === undefined ? undefined : String(text).slice(0, 500);
  } catch {
    return undefined; // not JSON: the status has to do
  }
}
