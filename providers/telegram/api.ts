/**
 * Calls to the Bot API. The token is part of the URL (`/bot<token>/METHOD`), so it is removed from every
 * error: a proxy may repeat the URL in its answer, and errors of fetch may contain it.
 */
import type { Ref } from './prepare.ts';
import type { ProviderContext, Published } from '../_kit/contract.ts';
import { OutcomeUnknown, ProviderError, Rejected, Unsent } from '../_kit/errors.ts';
import { callJson, classifyStatus, type HttpCall } from '../_kit/http.ts';
import { mapFailure } from './errors.ts';
import type { ChatType } from './schema.ts';
import { idOf } from '../_kit/identity.ts';
import { catalogue } from '../_kit/sentences/catalogue.ts';
import { english } from './sentences.ts';
import { answeredWithout } from '../_kit/answered-without.ts';

const sentence = catalogue(english);

/** The public Bot API server. */
export const DEFAULT_URL = 'https://api.telegram.org';

/** The fields of a Chat that are read. Only public chats have a `username`. */
export interface Chat {
  readonly id: number;
  readonly type: ChatType;
  readonly title?: string;
  readonly first_name?: string;
  readonly username?: string;
  readonly is_forum?: boolean;
  readonly permissions?: { readonly can_send_messages?: boolean };
}

/** The fields of a Message that are read. */
export interface Message {
  readonly message_id: number;
  readonly chat: Chat;
}

/** The bot that calls; `token` is secret. */
export interface Bot {
  readonly token: string;
}

const TOKEN = /^\d+:[\w-]{20,}$/;

/**
 * Checks the format of a token before it becomes part of a URL.
 *
 * @throws Rejected with a message that does not repeat it
 */
export function parseToken(input: string | undefined): string {
  const token = input?.trim() ?? '';
  if (!TOKEN.test(token)) {
    throw new Rejected(sentence('telegram_not_a_bot_token'));
  }
  return token;
}

/**
 * Calls a method and returns its `result`.
 *
 * @throws the typed errors of `errors.ts`; `OutcomeUnknown` for a 2xx that is not an answer of the Bot API
 */
export async function call<T>(
  bot: Bot,
  ctx: ProviderContext,
  method: string,
  options: HttpCall = {},
): Promise<T> {
  const redact = redactorOf(bot.token);
  try {
    const { body } = await callJson<{ ok?: boolean; result?: T } | null>(
      ctx.egress,
      `${baseUrl(ctx)}/bot${bot.token}/${method}`,
      {
        signal: ctx.signal,
        method: 'POST',
        ...options,
        mapFailure(failure) {
          const redacted = { ...failure, message: redact(failure.message) };
          return mapFailure(redacted, ctx.now()) ?? classifyStatus(redacted, ctx.now());
        },
      },
    );
    if (body?.ok !== true || body.result === undefined) {
      throw new OutcomeUnknown(answeredWithout('The Bot API', 'data'));
    }
    return body.result;
  } catch (error) {
    throw withoutToken(error, redact);
  }
}

/** URL of the Bot API server; a self-hosted one (github.com/tdlib/telegram-bot-api) may use plain http. */
function baseUrl(ctx: Pick<ProviderContext, 'env'>): string {
  const base = ctx.env.TELEGRAM_URL?.trim().replace(/\/+$/, '') || DEFAULT_URL;
  const valid = URL.canParse(base) && /^https?:$/.test(new URL(base).protocol) && !/[?#]/.test(base);
  if (!valid) {
    throw new Unsent(sentence('not_a_url_such_as', { given: 'TELEGRAM_URL', example: DEFAULT_URL }));
  }
  return base;
}

// The part after the colon is the secret; it may also appear in a URL with the colon encoded.
function redactorOf(token: string): (text: string) => string {
  const secret = token.slice(token.indexOf(':') + 1);
  return (text) => text.replaceAll(token, '<token>').replaceAll(secret, '<token>');
}

function withoutToken(error: unknown, redact: (text: string) => string): ProviderError {
  if (!(error instanceof ProviderError)) {
    return new OutcomeUnknown(
      redact(`Unexpected: ${error instanceof Error ? error.message : String(error)}`),
    );
  }
  error.message = redact(error.message);
  error.stack = redact(error.stack ?? '');
  // The error of fetch: its message is included above, and what else it contains is unknown.
  error.cause = undefined;
  return error;
}

/** A message's number is unique only within its chat. */
export function keyOf(published: Published): string {
  const { chatId, messageIds } = (published.ref ?? {}) as Partial<Ref>;
  const [first] = messageIds ?? [];
  return chatId && first ? `${chatId}/${first}` : (published.url ?? idOf(published));
}
