/**
 * The numbers that Discord shows: approximate counts of a server, reactions to a message; no views, no reach.
 */
import type { Metric, Provider } from '../_kit/contract.ts';
import { keepTier } from './prepare/boosts.ts';
import type { NumberName } from '../_kit/number-names.ts';
import { accessOf, call, readRef, type GuildObject, type MessageObject } from './api.ts';

/** All members, and those online (resources/guild, "Get Guild" with `with_counts`). */
export const analytics: NonNullable<Provider['analytics']> = async (channel, ctx) => {
  const { body } = await call<GuildObject>(
    accessOf(channel),
    ctx,
    `/guilds/${channel.internalId}?with_counts=true`,
  );
  await keepTier(channel, body, ctx);
  const shown: { label: NumberName; total: number | undefined }[] = [
    { label: 'Members', total: body.approximate_member_count },
    { label: 'Online', total: body.approximate_presence_count },
  ];
  return shown.filter((metric): metric is Metric => metric.total !== undefined);
};

/** All reactions, of any kind. */
export const postAnalytics: NonNullable<Provider['postAnalytics']> = async (channel, published, ctx) => {
  const { channelId } = readRef(published);
  const { body } = await call<MessageObject>(
    accessOf(channel),
    ctx,
    `/channels/${channelId}/messages/${published.id}`,
  );
  return [{ label: 'Reactions', total: (body.reactions ?? []).reduce((sum, { count }) => sum + count, 0) }];
};
