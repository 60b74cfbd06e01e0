/** Numbers of an account and of its casts, as they are now (docs.neynar.com/reference/fetch-bulk-users). */
import type { Provider } from '../_kit/contract.ts';
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
  const counts = { likes: 0, recasts: 0, replies: 0 };
  for (const hash of hashesOf(published)) {
    const query = { type: 'hash', identifier: hash };
    const { cast } = await call<{ cast: Cast }>(channel, ctx, 'cast/', { query });
    counts.likes += cast.reactions.likes_count;
    counts.recasts += cast.reactions.recasts_count;
    counts.replies += cast.replies.count;
  }
  const { likes, recasts, replies } = counts;
  return [
    { label: 'Likes', total: likes },
    { label: 'Recasts', total: recasts },
    { label: 'Replies', total: replies },
  ];
};
