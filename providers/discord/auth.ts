/**
 * Connecting a server: the token of a bot that a person created, and the id of a server that it was invited
 * to.
 *
 * The token allows posting wherever the bot is a member. So people have to type it, and it is never
 * configured for the whole instance: anyone who knows the id of another organisation's server could connect
 * it then. With OAuth 2.0 (`scope=bot identify guilds`) Discord would prove the right to a server; `exchange`
 * could then call `describeServer` with the instance's bot and the server from the answer.
 */
import type { ConnectedAccount, ProviderContext } from '../_kit/contract.ts';
import { ChannelGone, Rejected, TokenExpired } from '../_kit/errors.ts';
import { call, rejectionCode, type Access, type GuildObject } from './api.ts';
import { sentence } from '../_kit/sentences/catalogue.ts';

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
  // Some people copy the whole header.
  const token = input.token?.trim().replace(/^Bot\s+/i, '') ?? '';
  const guild = input.guild?.trim() ?? '';
  if (!token) throw new Rejected('A bot token is required');
  if (!/^[\w.-]+$/.test(token)) {
    throw new Rejected(
      'This is not a bot token, which contains only letters, digits, dots, hyphens and underscores',
    );
  }
  if (!/^\d{1,20}$/.test(guild)) {
    throw new Rejected('The server ID must be a long number, such as 613425648685547541');
  }
  return describeServer({ token }, guild, ctx);
}

/** The account of a bot in a server. */
export async function describeServer(
  access: Access,
  guildId: string,
  ctx: ProviderContext,
): Promise<ConnectedAccount> {
  const { body: bot } = await asRejection(() => call<User>(access, ctx, '/users/@me'));
  const { body: guild } = await asRejection(() => call<GuildObject>(access, ctx, `/guilds/${guildId}`));
  if (typeof bot?.id !== 'string' || typeof guild?.id !== 'string') {
    throw new Rejected(sentence('url_answers_as_another', { network: 'Discord' }));
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

async function asRejection<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof TokenExpired) {
      throw new Rejected(error.message, { networkCode: error.networkCode, cause: error });
    }
    if (error instanceof ChannelGone || rejectionCode(error) === '50001') {
      throw new Rejected(
        'The bot is not in that server, or no server has that ID; invite the bot first. ' +
          `${(error as Error).message}`,
        { networkCode: (error as Rejected).networkCode, cause: error },
      );
    }
    throw error;
  }
}
