/**
 * Calls to the Bot API. The token is part of the address (`/bot<token>/METHOD`), so every error that leaves
 * here is cleared of it: a web server between may repeat the address in its words, and what fetch throws may
 * know it.
 */
import type { ProviderContext } from '../_kit/contract.ts';
import { OutcomeUnknown, ProviderError, Rejected, Unsent } from '../_kit/errors.ts';
import { callJson, classifyStatus, type HttpCall } from '../_kit/http.ts';
import { mapFailure } from './errors.ts';
import type { ChatType } from './schema.ts';

/** The public Bot API server. */
export const DEFAULT_URL = 'https://api.telegram.org';

/** A Chat object, as far as it is read. `username` is there when the chat is public. */
export interface Chat {
  readonly id: number;
  readonly type: ChatType;
  readonly title?: string;
  readonly first_name?: string;
  readonly username?: string;
  readonly is_forum?: boolean;
  readonly permissions?: { readonly can_send_messages?: boolean };
}

/** A Message object, as far as it is read. */
export interface Message {
  readonly message_id: number;
  readonly chat: Chat;
}

/** Who calls: `token` is a secret. */
export interface Bot {
  readonly token: string;
}

const TOKEN = /^\d+:[\w-]{20,}$/;

/**
 * Checks the form of a token, before it becomes part of an address.
 *
 * @throws Rejected in words that do not repeat it
 */
export function parseToken(given: string | undefined): string {
  const token = given?.trim() ?? '';
  if (!TOKEN.test(token)) {
    throw new Rejected(
      'This is not a bot token: @BotFather gives one such as 123456789:AA… when it makes a bot',
    );
  }
  return token;
}

/**
 * Calls a method and gives its `result`.
 *
 * @throws the typed errors of `errors.ts`; `OutcomeUnknown` for a 2xx that is no answer of the Bot API
 */
export async function call<T>(
  bot: Bot,
  ctx: ProviderContext,
  method: string,
  options: HttpCall = {},
): Promise<T> {
  const hide = hiderOf(bot.token);
  try {
    const { body } = await callJson<{ ok?: boolean; result?: T } | null>(
      ctx.egress,
      `${baseUrl(ctx)}/bot${bot.token}/${method}`,
      {
        signal: ctx.signal,
        method: 'POST',
        ...options,
        mapFailure(failure) {
          const hidden = { ...failure, words: hide(failure.words) };
          return mapFailure(hidden, ctx.now()) ?? classifyStatus(hidden, ctx.now());
        },
      },
    );
    if (body?.ok !== true || body.result === undefined) {
      throw new OutcomeUnknown(`${method} was answered by something that is not the Bot API`);
    }
    return body.result;
  } catch (error) {
    throw withoutToken(error, hide);
  }
}

/**
 * Address of the Bot API server without a slash at its end. A server of one's own
 * (github.com/tdlib/telegram-bot-api) may speak plain http.
 */
function baseUrl(ctx: Pick<ProviderContext, 'env'>): string {
  const base = ctx.env.TELEGRAM_URL?.trim().replace(/\/+$/, '') || DEFAULT_URL;
  const valid = URL.canParse(base) && /^https?:$/.test(new URL(base).protocol) && !/[?#]/.test(base);
  if (!valid) throw new Unsent('TELEGRAM_URL is not an address such as https://api.telegram.org');
  return base;
}

// The part after the colon alone is the secret, and it may stand in an address with the colon encoded.
function hiderOf(token: string): (text: string) => string {
  const secret = token.slice(token.indexOf(':') + 1);
  return (text) => text.replaceAll(token, '<token>').replaceAll(secret, '<token>');
}

function withoutToken(error: unknown, hide: (text: string) => string): ProviderError {
  if (!(error instanceof ProviderError)) {
    return new OutcomeUnknown(hide(`Unexpected: ${error instanceof Error ? error.message : String(error)}`));
  }
  error.message = hide(error.message);
  error.stack = hide(error.stack ?? '');
  // What fetch threw: its words are in the message already, what else it holds is not known.
  error.cause = undefined;
  return error;
}
