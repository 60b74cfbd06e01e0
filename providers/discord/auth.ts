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
import { catalogue } from '../_kit/sentences/catalogue.ts';
import { english } from './sentences.ts';

const sentence = catalogue(english);

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
  if (!/^[\w.-]+$/.test(token)) {
    throw new Rejected(sentence('wrong_credential', { what: 'a bot token', network: 'Discord' }));
  }
  if (!/^\d{1,20}$/.test(guild)) {
    throw new Rejected(sentence('discord_not_a_server_id'));
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
      throw new Rejected(sentence('discord_not_in_server', { why: (error as Rejected).said }), {
        networkCode: (error as Rejected).networkCode,
        cause: error,
      });
    }
    throw error;
  }
}
