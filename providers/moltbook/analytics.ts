/** The numbers of an agent and of a post (www.moltbook.com/skill.md, "Profile", "Get a single post"). */
import type { Metric, Provider } from '../_kit/contract.ts';
import type { NumberName } from '../_kit/number-names.ts';
import { call, type Agent, type Post } from './api.ts';

const metric = (label: NumberName, total: number | undefined): Metric[] =>
  typeof total === 'number' ? [{ label, total }] : [];

export const analytics: NonNullable<Provider['analytics']> = async (channel, ctx) => {
  const { agent = {} } = await call<{ agent?: Agent }>(channel, ctx, '/agents/me');
  return [
    ...metric('Karma', agent.karma),
    ...metric('Followers', agent.follower_count ?? agent.followerCount),
  ];
};

/** Of a post; comments have none of their own that one can ask for. */
export const postAnalytics: NonNullable<Provider['postAnalytics']> = async (channel, published, ctx) => {
  const { postId } = published.ref as { postId?: string };
  if (postId !== published.id) return [];
  const { post = {} } = await call<{ post?: Post }>(channel, ctx, `/posts/${encodeURIComponent(postId)}`);
  return [
    ...metric('Upvotes', post.upvotes),
    ...metric('Downvotes', post.downvotes),
    ...metric('Comments', post.comment_count),
  ];
};
