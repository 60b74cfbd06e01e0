/**
 * What the Bot API's errors mean. Bodies are `{ok: false, error_code, description, parameters?}`
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
import { catalogue } from '../_kit/sentences/catalogue.ts';
import { english } from './sentences.ts';

const sentence = catalogue(english);

/** An error of the Bot API itself; anything else comes from a proxy in between. */
interface ErrorBody {
  readonly ok: false;
  readonly description?: string;
  readonly parameters?: { readonly retry_after?: number; readonly migrate_to_chat_id?: number };
}

/**
 * The group became a supergroup, which has another id; nothing was posted. Handled like an expired token:
 * `refresh` stores the new id, then the post can be sent.
 */
export class Migrated extends TokenExpired {
  readonly chatId: number;

  constructor(message: string, chatId: number) {
    super(message, { networkCode: '400' });
    this.chatId = chatId;
  }
}

/**
 * Errors 400 after which nothing can be posted to the chat (or its topic) until a person fixes that. A
 * missing right for one kind of media ("not enough rights to send photos to the chat") is not among them: it
 * rejects the post, but texts can still be sent.
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
 * An album is sent as several messages. If one fails, those before it may be published although the answer is
 * a 400 (seen with `failed to send message #1 with the error message "Too Many Requests: retry after 8"`,
 * github.com/rubenlagus/TelegramBots/issues/1520).
 */
const PART_OF_ALBUM = /failed to send message #\d+|group send failed/i;

/**
 * Maps an answer that is not 2xx; null leaves it to `classifyStatus`.
 *
 * 401: the token was revoked; 404 "Not Found": tokens do not look like this. Neither is temporary, and
 * `refresh` reports it after it has tried once more.
 */
export function mapFailure(failure: HttpFailure, now = new Date()): ProviderError | null {
  const { status, message, body, headers } = failure;
  if (!isErrorBody(body)) return null;
  const { description = '', parameters } = body;
  const options = { networkCode: String(status) };
  if (status === 429) {
    return new RateLimited(message, resetTime(parameters?.retry_after, headers, now), options);
  }
  if (status === 401 || (status === 404 && description === 'Not Found')) {
    return new TokenExpired(message, options);
  }
  if (typeof parameters?.migrate_to_chat_id === 'number') {
    return new Migrated(message, parameters.migrate_to_chat_id);
  }
  if (PART_OF_ALBUM.test(description)) {
    return new OutcomeUnknown(sentence('telegram_part_of_album', { why: message }), options);
  }
  // 403 is always about the chat: the bot was kicked or blocked, or was never a member, or the person's
  // account is gone.
  if (status === 403 || (status === 400 && GONE.test(description))) return new ChannelGone(message, options);
  return null;
}

const isErrorBody = (body: unknown): body is ErrorBody =>
  typeof body === 'object' && body !== null && (body as ErrorBody).ok === false;

/** `parameters.retry_after` in seconds; a proxy may send `Retry-After` instead. */
function resetTime(seconds: number | undefined, headers: Headers, now: Date): Date {
  return typeof seconds === 'number'
    ? boundedReset(new Date(now.getTime() + seconds * 1000), now)
    : retryAt(headers, now);
}
