/** The numbers of a post, as they are now (docs.whop.com/api-reference/forum-posts/forum-post). */
import type { Provider } from '../_kit/contract.ts';
import { call, type ForumPost } from './api.ts';

export const postAnalytics: NonNullable<Provider['postAnalytics']> = async (channel, { id }, ctx) => {
  const post = await call<ForumPost>(channel, ctx, `/forum_posts/${encodeURIComponent(id)}`);
  const counts = [
    ['Views', post.view_count],
    ['Likes', post.like_count],
    ['Comments', post.comment_count],
  ] as const;
  return counts.flatMap(([label, total]) => (typeof total === 'number' ? [{ label, total }] : []));
};
