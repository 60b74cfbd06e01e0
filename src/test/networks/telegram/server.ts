/**
 * A strict stand-in for Telegram's Bot API (core.telegram.org/bots/api), with the error messages and the
 * order of checks of the open-source Bot API server (github.com/tdlib/telegram-bot-api). It rejects what
 * Telegram rejects and keeps a ledger of what it accepted. As in the real API, no method lists or shows
 * messages. It has no updates and writes nothing to disk.
 */
import { serveCalls, type Answer, type Call as Received } from '../_shared/stand-in.ts';
import { readFields, ApiError } from './call.ts';
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

export interface TelegramOptions {
  readonly limits?: Partial<Limits>;
  /** Port on 127.0.0.1; 0 (default) picks a free one. */
  readonly port?: number;
  readonly now?: () => Date;
}

/** A running stand-in, with what people do in the app. */
export interface Telegram {
  readonly url: string;
  createBot(username?: string): Bot;
  /** Creates a chat; `members` maps bots to their membership. */
  createChat(chat: NewChat, members?: readonly { bot: Bot; member?: Partial<Member> }[]): Chat;
  /** Changes a bot's membership in a chat. */
  admit(chat: Chat, bot: Bot, member: Partial<Member>): void;
  /** Upgrades the group to a supergroup with a new id; the bot remains a member. */
  upgrade(chat: Chat): Chat;
  /** All accepted messages, oldest first. Deleted ones have `deletedAt`. */
  messages(): readonly LedgerEntry[];
  /** Changes how the next requests fail; omitted settings keep their values. */
  arm(armed: Partial<Armed>): void;
  stop(): Promise<void>;
}

const methods = new Map(
  Object.entries({ ...chatMethods, ...messageMethods }).map(([name, method]) => [name.toLowerCase(), method]),
);

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
  const { url, stop } = await serveCalls((call) => answer(state, call), {
    port: options.port,
    jsonType: 'application/json',
  });
  const admit = (chat: Chat, bot: Bot, member: Partial<Member>): void => {
    chat.members.set(bot.id, { status: 'administrator', rights: {}, ...member });
  };
  return {
    url,
    createBot: (username = 'crier_bot') => addBot(state, username),
    createChat(fields, members = []) {
      const chat = addChat(state, fields);
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
    stop,
  };
}

async function answer(state: State, call: Received): Promise<Answer> {
  if (call.path === '/__ledger') return { status: 200, body: state.ledger };
  if (call.body.length > state.limits.bodyBytes) throw new ApiError(413, 'Request Entity Too Large');
  const { bot, method } = route(state, call.path);
  const result = await method({ state, bot, fields: await readFields(call) });
  return { status: 200, body: { ok: true, result } };
}

/**
 * Finds the bot by the token in the path, then the method. A malformed token makes the whole path unknown.
 */
function route(state: State, path: string): { bot: Bot; method: (typeof messageMethods)[string] } {
  const [, token = '', name = ''] = /^\/bot([^/]+)\/(\w+)$/.exec(path) ?? [];
  if (!/^\d+:[\w-]+$/.test(token)) throw new ApiError(404, 'Not Found');
  const bot = state.bots.get(token);
  if (!bot || bot.revoked) throw new ApiError(401, 'Unauthorized');
  const method = methods.get(name.toLowerCase());
  if (!method) throw new ApiError(404, 'Not Found: method not found');
  return { bot, method };
}
