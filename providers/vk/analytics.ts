/** The numbers of a wall and of a post (dev.vk.com: users.get, groups.getById, wall.getById). */
import type { Metric, Provider } from '../_kit/contract.ts';
import type { NumberName } from '../_kit/number-names.ts';
import { Rejected } from '../_kit/errors.ts';
import { call, groupOf, ownerOf } from './api.ts';
import { readItem } from './publish.ts';
import { sentence } from '../_kit/sentences/catalogue.ts';

const metric = (label: NumberName, total: number | undefined): Metric[] =>
  typeof total === 'number' ? [{ label, total }] : [];

export const analytics: NonNullable<Provider['analytics']> = async (channel, ctx) => {
  const group = groupOf(channel);
  if (group === undefined) {
    const [user] = await call<{ followers_count?: number }[]>(channel, ctx, 'users.get', {
      params: { user_ids: String(ownerOf(channel)), fields: 'followers_count' },
    });
    return metric('Followers', user?.followers_count);
  }
  const { groups: [found] = [] } = await call<{ groups?: { members_count?: number }[] }>(
    channel,
    ctx,
    'groups.getById',
    { params: { group_id: String(group), fields: 'members_count' } },
  );
  return metric('Members', found?.members_count);
};

/** A comment has likes alone. */
export const postAnalytics: NonNullable<Provider['postAnalytics']> = async (channel, published, ctx) => {
  const item = await readItem(channel, published, ctx);
  if (!item) throw new Rejected(sentence('no_longer_there', { network: 'VK' }), { networkCode: 'not_found' });
  return [
    ...metric('Views', item.views?.count),
    ...metric('Likes', item.likes?.count),
    ...metric('Comments', item.comments?.count),
    ...metric('Reposts', item.reposts?.count),
  ];
};
