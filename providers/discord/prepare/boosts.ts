/** The boosts of a server, which come and go while its channel stays connected. */
import type { Channel, ProviderContext, PublishRequest } from '../../_kit/contract.ts';
import { ProviderError, Rejected } from '../../_kit/errors.ts';
import { catalogue } from '../../_kit/sentences/catalogue.ts';
import { accessOf, call, type GuildObject } from '../api.ts';
import { readDetails, sizeLimits } from '../schema.ts';
import { english } from '../sentences.ts';

const sentence = catalogue(english);

/** Keeps the tier that a server has now, where it is another than the channel knows. */
export async function keepTier(
  { details }: Pick<Channel, 'details'>,
  { premium_tier: tier }: Partial<GuildObject>,
  ctx: ProviderContext,
): Promise<void> {
  if (typeof tier !== 'number' || tier === readDetails(details).premiumTier) return;
  await ctx.keepDetails?.({ premiumTier: tier });
}

/**
 * Holds the files against the limits that the server has today. Where Discord does not say, its answer to the
 * message decides.
 *
 * @throws Rejected for files that are too large by now
 */
export async function checkSizes(
  { channel, item }: Pick<PublishRequest, 'channel' | 'item'>,
  ctx: ProviderContext,
): Promise<void> {
  if (!item.media.length) return;
  const guild = await readGuild(channel, ctx);
  if (typeof guild?.premium_tier !== 'number') return;
  await keepTier(channel, guild, ctx);
  const limits = sizeLimits({ premiumTier: guild.premium_tier });
  const bytes = item.media.reduce((sum, { size }) => sum + size, 0);
  const large = item.media.find(({ size }) => size > limits.file);
  const problem = large
    ? sentence('discord_file_too_large', { size: large.size, max: limits.file })
    : bytes > limits.all
      ? sentence('discord_files_too_large', { bytes, max: limits.all })
      : null;
  if (problem) throw new Rejected(problem.message, { networkCode: '40005' });
}

async function readGuild(channel: Channel, ctx: ProviderContext): Promise<GuildObject | null> {
  try {
    return (await call<GuildObject>(accessOf(channel), ctx, `/guilds/${channel.internalId}`)).body;
  } catch (error) {
    if (error instanceof ProviderError) return null;
    throw error;
  }
}
