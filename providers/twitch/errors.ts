/**
 * What Twitch's errors mean: `{"error", "status", "message"}` of the API (dev.twitch.tv/docs/api/reference,
 * "Response codes" of each call; docs/api/guide, "Twitch rate limits"), `{"status", "message"}` of the
 * authorization server, and reasons for which a message was dropped.
 */
import {
  AlreadyThere,
  ChannelGone,
  RateLimited,
  Rejected,
  TokenExpired,
  type ProviderError,
} from '../_kit/errors.ts';
import { boundedReset, classifyStatus, type HttpFailure } from '../_kit/http.ts';
import { sentence } from '../_kit/sentences/catalogue.ts';

/** Of chat messages: 20 in 30 seconds (reference, "Send Chat Message"). */
const CHAT_WINDOW_MS = 30_000;

/** Maps an answer of the API. A server error proves nothing about the message. */
export function toError(failure: HttpFailure, now: Date): ProviderError {
  const { status, message } = failure;
  const options = { networkCode: String(status) };
  if (status === 429) return new RateLimited(message, resetOf(failure, now), options);
  if (status === 401 && /scope/i.test(message)) {
    return new ChannelGone(sentence('reconnect_the_channel', { words: message }), options);
  }
  if (status === 401) return new TokenExpired(message, options);
  if (status < 500 && status !== 408) return new Rejected(message, options);
  return classifyStatus(failure, now);
}

/**
 * `Ratelimit-Reset` (Unix time in seconds) is about the points of the API, which have run out if
 * `Ratelimit-Remaining` is 0; limits of the chat do not include their end.
 */
function resetOf({ headers }: HttpFailure, now: Date): Date {
  const reset = Number(headers.get('ratelimit-reset') ?? Number.NaN);
  const isOfPoints = headers.get('ratelimit-remaining') === '0' && Number.isFinite(reset);
  return boundedReset(new Date(isOfPoints ? reset * 1000 : now.getTime() + CHAT_WINDOW_MS), now);
}

/** Why a chat message was dropped; Twitch publishes no list of the codes. */
export interface DropReason {
  readonly code?: string;
  readonly message?: string;
}

/** What a person can do, where Twitch's message does not explain it. */
const REMEDIES: Readonly<Record<string, string>> = {
  msg_duplicate: 'the same words were sent less than 30 seconds ago',
  msg_rejected: 'moderators look at it first, and may still let it through',
  automod_held: 'moderators look at it first, and may still let it through',
};

/** Codes of a limit; the message was dropped, so it can be sent once more. */
const TOO_FAST: ReadonlySet<string> = new Set(['msg_ratelimit', 'rate_limited']);

/** A message that Twitch took and did not send (`is_sent` is false). */
export function dropped(reason: DropReason | null | undefined, now: Date): ProviderError {
  const code = reason?.code || 'dropped';
  const remedy = REMEDIES[code];
  const text = reason?.message || (reason?.code ? code : 'it does not say why');
  const message = `Twitch did not send the message: ${text}${remedy ? ` (${remedy})` : ''}`.slice(0, 500);
  const options = { networkCode: code };
  if (code === 'msg_duplicate') return new AlreadyThere(message, options);
  if (!TOO_FAST.has(code)) return new Rejected(message, options);
  return new RateLimited(message, new Date(now.getTime() + CHAT_WINDOW_MS), options);
}

/**
 * A refusal of the token endpoint: of the application ("invalid client", "invalid client secret"), or else of
 * the code or the refresh token. The codes are those of RFC 6749, which Twitch does not send.
 */
export function toTokenError({ status, body, message }: HttpFailure): ProviderError {
  const reason = messageOf(body) ?? message;
  const isOfClient = status === 403 || /client/i.test(reason);
  return new Rejected(reason, { networkCode: isOfClient ? 'invalid_client' : 'invalid_grant' });
}

function messageOf(body: unknown): string | undefined {
  try {
    const { message } = JSON.parse(String(body)) as { message?: unknown };
    return typeof message === 'string' && message ? message.slice(0, 500) : undefined;
  } catch {
    return undefined; // not JSON: the status has to do
  }
}
