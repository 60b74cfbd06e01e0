/** The numbers of a channel (reference, "Get Channel Followers"); messages have none. */
import type { Provider } from '../_kit/contract.ts';
import { accessOf, call } from './api.ts';

/** "If a scope is not provided …, only the total follower count will be included": that is all we want. */
export const analytics: NonNullable<Provider['analytics']> = async (channel, ctx) => {
  const query = new URLSearchParams({ broadcaster_id: channel.internalId });
  const { body } = await call<{ total?: number }>(accessOf(channel), ctx, `channels/followers?${query}`);
  return typeof body?.total === 'number' ? [{ label: 'Followers', total: body.total }] : [];
};
