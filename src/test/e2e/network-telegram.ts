/** Telegram with one bot and one public channel, behind a fault front, for the end-to-end tests. */
import { startFaultFront, type FaultFront } from '../networks/fault-front.ts';
import { startTelegram, type Telegram, type TelegramOptions } from '../networks/telegram/server.ts';
import type { Bot, Chat, LedgerEntry } from '../networks/telegram/state.ts';
import type { Network, Seen } from './networks.ts';

/** Telegram as a network of the end-to-end tests. `env` is what an instance needs to reach it. */
export interface TelegramNetwork extends Network {
  readonly server: Telegram;
  readonly front: FaultFront;
  readonly bot: Bot;
  readonly chat: Chat;
  readonly env: Record<string, string>;
}

/** Starts the network; posts go to @ada_writes. */
export async function startTelegramNetwork(options: TelegramOptions = {}): Promise<TelegramNetwork> {
  const server = await startTelegram(options);
  const front = await startFaultFront(server.url);
  const bot = server.createBot();
  const chat = server.createChat({ title: 'Ada writes', username: 'ada_writes' }, [{ bot }]);
  return {
    provider: 'telegram',
    server,
    front,
    bot,
    chat,
    fields: { token: bot.token, chat: '@ada_writes' },
    env: { TELEGRAM_URL: front.url },
    // Of every chat: a post in the wrong one counts as well.
    seen: async () => seenPosts(server.messages().filter((message) => !message.deletedAt)),
    stop: async () => void (await Promise.all([front.stop(), server.stop()])),
  };
}

// An album is several messages and one post, identified by the first.
function seenPosts(messages: readonly LedgerEntry[]): Seen[] {
  const albumOf = (message: LedgerEntry): readonly LedgerEntry[] =>
    message.mediaGroupId
      ? messages.filter((other) => other.mediaGroupId === message.mediaGroupId)
      : [message];
  return messages
    .filter((message) => albumOf(message)[0] === message)
    .map((message) => ({
      id: String(message.id),
      text: message.text,
      atMs: message.date * 1000,
      parentId: message.replyTo === null ? null : String(message.replyTo),
      media: albumOf(message).flatMap(({ file }) => (file ? [{ alt: null, sha256: file.sha256 }] : [])),
    }));
}
