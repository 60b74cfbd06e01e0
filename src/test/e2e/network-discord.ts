/** A Discord server with one bot behind a fault front, for the end-to-end tests. */
import { startFaultFront, type FaultFront } from '../networks/fault-front.ts';
import { startDiscord, type Discord, type DiscordOptions } from '../networks/discord/server.ts';
import type { Network, Seen } from './networks.ts';

/** A Discord server as a network of the end-to-end tests. `env` is what an instance needs to reach it. */
export interface DiscordServer extends Network {
  readonly server: Discord;
  readonly front: FaultFront;
  readonly guild: string;
  readonly news: string;
  readonly bot: { readonly id: string; readonly token: string };
  readonly env: Record<string, string>;
}

/**
 * Starts a server; posts go to its text channel. New messages are practically unlimited unless a limit is
 * given.
 */
export async function startDiscordServer(options: DiscordOptions = {}): Promise<DiscordServer> {
  const server = await startDiscord({
    ...options,
    limits: { messagesPerBucket: 10_000, requestsPerSecond: 10_000, ...options.limits },
  });
  const front = await startFaultFront(server.url);
  const bot = server.createBot('crier');
  const guild = server.createGuild({ name: 'Ada & Co', bots: [bot.id], people: ['ada'] });
  const news = server.createChannel({ guild, name: 'news' });
  return {
    provider: 'discord',
    server,
    front,
    guild,
    news,
    bot,
    fields: { guild, token: bot.token },
    settings: { __type: 'discord', channel: news },
    env: { DISCORD_URL: front.url },
    seen: async () => seenMessages(server),
    stop: async () => void (await Promise.all([front.stop(), server.stop()])),
  };
}

// A thread is flat: a part belongs to the message that the thread was opened from, and follows the one before
// it.
function seenMessages(server: Discord): Seen[] {
  const threads = new Set(
    server
      .channels()
      .filter((channel) => channel.ownerId)
      .map((channel) => channel.id),
  );
  const live = server.messages().filter((message) => message.type === 0 && !message.deletedAt);
  return live.map((message, i) => {
    const before =
      live.slice(0, i).findLast((other) => other.channelId === message.channelId)?.id ?? message.channelId;
    const inThread = threads.has(message.channelId) && message.id !== message.channelId;
    return {
      id: message.id,
      text: message.content,
      atMs: Date.parse(message.timestamp),
      parentId: inThread ? before : null,
      media: message.attachments.map(({ description, sha256 }) => ({ alt: description ?? '', sha256 })),
    };
  });
}
