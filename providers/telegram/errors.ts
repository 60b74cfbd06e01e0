/**
 * What the Bot API's refusals mean. Bodies are `{ok: false, error_code, description, parameters?}`
 * (core.telegram.org/bots/api#making-requests).
 */
import { boundedReset, retryAt, type HttpFailure } from '../_kit/http.ts';
import {
  ChannelGone,
  OutcomeUnknown,
  RateLimited,
  TokenExpired,
  type ProviderError,
} from '../_kit/errors.ts';

/** The Bot API's own form of a refusal; anything else comes from something in between. */
interface Refusal {
  readonly ok: false;
  readonly description?: string;
  readonly parameters?: { readonly retry_after?: number; readonly migrate_to_chat_id?: number };
}

/**
 * The group became a supergroup, which has another id; nothing was posted. A kind of expired token, as what
 * is kept of the chat has to be renewed and then the post can be sent: `refresh` stores the new id.
 */
export class Migrated extends TokenExpired {
  readonly chatId: number;

  constructor(message: string, chatId: number) {
    super(message, { networkCode: '400' });
    this.chatId = chatId;
  }
}

/**
 * 400s after which nothing can be posted to the chat (or its topic) until a person sets it right. Rights for
 * one kind of media are not among them ("not enough rights to send photos to the chat"): texts still go out,
 * so that is a refused post.
 */
const GONE = new RegExp(
  [
    'chat not found',
    'group chat was deactivated',
    'need administrator rights',
    'not enough rights to (?:send text messages|post)',
    'have no rights to send a message',
    'CHAT_WRITE_FORBIDDEN',
    'CHAT_SEND_PLAIN_FORBIDDEN',
    'CHAT_ADMIN_REQUIRED',
    'CHANNEL_PRIVATE',
    'PEER_ID_INVALID',
    'message thread not found',
    'TOPIC_CLOSED',
    'TOPIC_DELETED',
    'bot is not a member',
    'logged out',
  ].join('|'),
  'i',
);

/**
 * An album is sent as several messages. When one of them fails, those before it may be out, though the answer
 * is a 400 (seen with `failed to send message #1 with the error message "Too Many Requests: retry after 8"`,
 * github.com/rubenlagus/TelegramBots/issues/1520).
 */
const PART_OF_ALBUM = /failed to send message #\d+|group send failed/i;

/**
 * Maps an answer that is not 2xx; null leaves it to `classifyStatus` (other 4xx refused, 5xx unknown).
 *
 * 401 = the token was revoked, 404 "Not Found" = no token has this form. Neither heals by itself; `refresh`
 * says so after it asked once more.
 */
export function mapFailure(failure: HttpFailure, now = new Date()): ProviderError | null {
  const { status, words, body, headers } = failure;
  if (!isRefusal(body)) return null;
  const { description = '', parameters } = body;
  const options = { networkCode: String(status) };
  if (status === 429) {
    return new RateLimited(words, resetTime(parameters?.retry_after, headers, now), options);
  }
  if (status === 401 || (status === 404 && description === 'Not Found')) {
    return new TokenExpired(words, options);
  }
  if (typeof parameters?.migrate_to_chat_id === 'number') {
    return new Migrated(words, parameters.migrate_to_chat_id);
  }
  if (PART_OF_ALBUM.test(description)) {
    return new OutcomeUnknown(`Some files of the album may be out. ${words}`, options);
  }
  // 403: the bot was kicked, blocked, or never was a member; the person's account is gone. All are about the
  // chat.
  if (status === 403 || (status === 400 && GONE.test(description))) return new ChannelGone(words, options);
  return null;
}

const isRefusal = (body: unknown): body is Refusal =>
  typeof body === 'object' && body !== null && (body as Refusal).ok === false;

/** `parameters.retry_after` in seconds; something in between may name a time in `Retry-After` instead. */
function resetTime(seconds: number | undefined, headers: Headers, now: Date): Date {
  return typeof seconds === 'number'
    ? boundedReset(new Date(now.getTime() + seconds * 1000), now)
    : retryAt(headers, now);
}
