/**
 * The numbers that Discord shows: approximate counts of a server, reactions of a message. There is no reach
 * or view count in the API.
 */
import type { Metric, Provider } from '../_kit/contract.ts';
import { accessOf, call, readRef, type GuildObject, type MessageObject } from './api.ts';

/** Members and who of them is online (resources/guild, "Get Guild" with `with_counts`). */
export const analytics: NonNullable<Provider['analytics']> = async (channel, ctx) => {
  const { body } = await call<GuildObject>(
    accessOf(channel),
    ctx,
    `/guilds/${channel.internalId}?with_counts=true`,
  );
  const shown: { label: string; total: number | undefined }[] = [
    { label: 'Members', total: body.approximate_member_count },
    { label: 'Online', total: body.approximate_presence_count },
  ];
  return shown.filter((metric): metric is Metric => metric.total !== undefined);
};

/** Reactions of all kinds. */
export const postAnalytics: NonNullable<Provider['postAnalytics']> = async (channel, published, ctx) => {
  const { channelId } = readRef(published);
  const { body } = await call<MessageObject>(
    accessOf(channel),
    ctx,
    `/channels/${channelId}/messages/${published.id}`,
  );
  return [{ label: 'Reactions', total: (body.reactions ?? []).reduce((sum, { count }) => sum + count, 0) }];
};
