/**
 * A strict stand-in of Telegram's Bot API (core.telegram.org/bots/api; words and order of checks of the open
 * Bot API server, github.com/tdlib/telegram-bot-api): it refuses what the real one refuses and keeps a ledger
 * of what it took. As in the real one, nothing can be read back: there is no method that lists or shows a
 * message. No updates, nothing on disk.
 */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFields, Refused } from './call.ts';
import { chatMethods } from './chats.ts';
import { messageMethods } from './messages.ts';
import {
  addBot,
  addChat,
  TELEGRAM_LIMITS,
  type Armed,
  type Bot,
  type Chat,
  type LedgerEntry,
  type Limits,
  type Member,
  type NewChat,
  type State,
} from './state.ts';

/** Settings of a stand-in. */
export interface TelegramOptions {
  readonly limits?: Partial<Limits>;
  /** Port on 127.0.0.1; 0 (default) takes a free one. */
  readonly port?: number;
  /** The network's clock. */
  readonly now?: () => Date;
}

/** A running stand-in. */
export interface Telegram {
  readonly url: string;
  createBot(username?: string): Bot;
  /** A new chat; `members` are bots and their place in it. */
  createChat(chat: NewChat, members?: readonly { bot: Bot; member?: Partial<Member> }[]): Chat;
  /** Changes a bot's place in a chat. */
  admit(chat: Chat, bot: Bot, member: Partial<Member>): void;
  /** The group becomes a supergroup with an id of its own; the bot stays in it. */
  upgrade(chat: Chat): Chat;
  /** Every accepted message, oldest first; deleted ones have `deletedAt`. */
  messages(): readonly LedgerEntry[];
  /** Changes what the next requests meet; what is not named stays. */
  arm(armed: Partial<Armed>): void;
  stop(): Promise<void>;
}

const methods = new Map(
  Object.entries({ ...chatMethods, ...messageMethods }).map(([name, method]) => [name.toLowerCase(), method]),
);

/** Starts the network on 127.0.0.1. */
export async function startTelegram(options: TelegramOptions = {}): Promise<Telegram> {
  const state: State = {
    limits: { ...TELEGRAM_LIMITS, ...options.limits },
    now: options.now ?? (() => new Date()),
    bots: new Map(),
    chats: new Map(),
    ledger: [],
    recent: new Map(),
    armed: { albumFailsAt: 0 },
  };
  const server = http.createServer((request, response) => {
    serve(state, request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  await new Promise<void>((resolve, reject) =>
    server.once('error', reject).listen(options.port ?? 0, '127.0.0.1', resolve),
  );
  const admit = (chat: Chat, bot: Bot, member: Partial<Member>): void => {
    chat.members.set(bot.id, { status: 'administrator', rights: {}, ...member });
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    createBot: (username = 'crier_bot') => addBot(state, username),
    createChat(given, members = []) {
      const chat = addChat(state, given);
      for (const { bot, member = {} } of members) admit(chat, bot, member);
      return chat;
    },
    admit,
    upgrade(chat) {
      const grown = addChat(state, { type: 'supergroup', title: chat.title });
      for (const [id, member] of chat.members) grown.members.set(id, member);
      chat.migratedTo = grown.id;
      return grown;
    },
    messages: () => state.ledger.map((message) => ({ ...message })),
    arm: (armed) => void Object.assign(state.armed, armed),
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function serve(
  state: State,
  request: http.IncomingMessage,
  response: http.ServerResponse,
): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://telegram');
  const body = Buffer.concat(await request.toArray());
  if (pathname === '/__ledger') return send(response, 200, state.ledger);
  try {
    if (body.length > state.limits.bodyBytes) throw new Refused(413, 'Request Entity Too Large');
    const { bot, method } = route(state, pathname);
    send(response, 200, {
      ok: true,
      result: await method({ state, bot, fields: await readFields(request, searchParams, body) }),
    });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const { status, message, parameters } = error;
    if (parameters?.retry_after) response.setHeader('retry-after', String(parameters.retry_after));
    send(response, status, {
      ok: false,
      error_code: status,
      description: message,
      ...(parameters ? { parameters } : {}),
    });
  }
}

/** The bot by the token in the path, then the method: a token of another form is no address at all. */
function route(state: State, path: string): { bot: Bot; method: (typeof messageMethods)[string] } {
  const [, token = '', name = ''] = /^\/bot([^/]+)\/(\w+)$/.exec(path) ?? [];
  if (!/^\d+:[\w-]+$/.test(token)) throw new Refused(404, 'Not Found');
  const bot = state.bots.get(token);
  if (!bot || bot.revoked) throw new Refused(401, 'Unauthorized');
  const method = methods.get(name.toLowerCase());
  if (!method) throw new Refused(404, 'Not Found: method not found');
  return { bot, method };
}

function send(response: http.ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
