/**
 * Connecting a server: the token of a bot that a person made, and the id of the server that it was invited
 * to.
 *
 * Whoever has the token may post wherever the bot is, so the token is asked for and never taken from the
 * instance: otherwise anyone who knows the id of another organisation's server could connect it. With OAuth
 * 2.0 (`scope=bot identify guilds`) Discord itself proves the right to a server; `exchange` will then hand
 * `describeServer` the instance's own bot and the server of the answer.
 */
import type { ConnectField, ConnectedAccount, ProviderContext } from '../_kit/contract.ts';
import { ChannelGone, Rejected, TokenExpired } from '../_kit/errors.ts';
import { call, refusalCode, type Access, type GuildObject } from './api.ts';

/** What a person fills in. */
export const fields: readonly ConnectField[] = [
  {
    name: 'guild',
    label: 'Server ID',
    secret: false,
    required: true,
    env: 'DISCORD_GUILD_ID',
    help: 'In Discord: User Settings, Advanced, Developer Mode on; then right-click the server, Copy Server ID',
  },
  {
    name: 'token',
    label: 'Bot token',
    secret: true,
    required: true,
    env: 'DISCORD_BOT_TOKEN_ID',
    help: 'discord.com/developers/applications, your application, Bot, Reset Token. Invite the bot with View Channels, Send Messages, Send Messages in Threads, Create Public Threads, Attach Files and Read Message History',
  },
];

interface User {
  readonly id: string;
  readonly username: string;
  readonly avatar: string | null;
}

const CDN = 'https://cdn.discordapp.com';

/** Checks that the token is a bot's and that the bot is in the server. */
export async function connect(
  input: Readonly<Record<string, string>>,
  ctx: ProviderContext,
): Promise<ConnectedAccount> {
  // People copy the whole header at times.
  const token = input.token?.trim().replace(/^Bot\s+/i, '') ?? '';
  const guild = input.guild?.trim() ?? '';
  if (!token) throw new Rejected('A bot token is needed');
  if (!/^[\w.-]+$/.test(token)) {
    throw new Rejected('That is not a bot token: it has letters, digits, dots, hyphens and underscores only');
  }
  if (!/^\d{1,20}$/.test(guild)) {
    throw new Rejected('The server id is a long number, like 613425648685547541');
  }
  return describeServer({ token }, guild, ctx);
}

/** The account that a bot and a server make. */
export async function describeServer(
  access: Access,
  guildId: string,
  ctx: ProviderContext,
): Promise<ConnectedAccount> {
  const { body: bot } = await inWords(() => call<User>(access, ctx, '/users/@me'));
  const { body: guild } = await inWords(() => call<GuildObject>(access, ctx, `/guilds/${guildId}`));
  if (typeof bot?.id !== 'string' || typeof guild?.id !== 'string') {
    throw new Rejected('The address does not answer as Discord does');
  }
  const icon = guild.icon ? `${CDN}/icons/${guild.id}/${guild.icon}.png` : null;
  return {
    internalId: guild.id,
    name: guild.name,
    picture: icon ?? (bot.avatar ? `${CDN}/avatars/${bot.id}/${bot.avatar}.png` : null),
    profile: bot.username,
    credentials: { token: access.token },
    details: { botId: bot.id, premiumTier: guild.premium_tier ?? 0 },
    expiresAt: null,
  };
}

async function inWords<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof TokenExpired) {
      throw new Rejected(error.message, { networkCode: error.networkCode, cause: error });
    }
    if (error instanceof ChannelGone || refusalCode(error) === '50001') {
      throw new Rejected(
        `The bot is not in that server, or there is none with that id: invite the bot first. ${(error as Error).message}`,
        { networkCode: (error as Rejected).networkCode, cause: error },
      );
    }
    throw error;
  }
}
