/** Numbers of an account and of its casts, as they are now (docs.neynar.com/reference/fetch-bulk-users). */
import type { Metric, Provider } from '../_kit/contract.ts';
import { call, fidOf, hashesOf, keyOf, readUser, type Cast } from './api.ts';

export const analytics: NonNullable<Provider['analytics']> = async (channel, ctx) => {
  const { follower_count: followers, following_count: following } = await readUser(
    keyOf(channel, ctx),
    ctx,
    fidOf(channel),
  );
  return [
    { label: 'Followers', total: followers },
    { label: 'Following', total: following },
  ];
};

/** Of the casts in all channels together. */
export const postAnalytics: NonNullable<Provider['postAnalytics']> = async (channel, published, ctx) => {
  const metrics = { Likes: 0, Recasts: 0, Replies: 0 };
  for (const hash of hashesOf(published)) {
    const query = { type: 'hash', identifier: hash };
    const { cast } = await call<{ cast: Cast }>(channel, ctx, 'cast/', { query });
    metrics.Likes += cast.reactions.likes_count;
    metrics.Recasts += cast.reactions.recasts_count;
    metrics.Replies += cast.replies.count;
  }
  return Object.entries(metrics).map(([label, total]): Metric => ({ label, total }));
};
