/** The numbers that Hashnode shows: followers of a person; views, reactions and comments of a post. */
import type { Metric, Provider } from '../_kit/contract.ts';
import type { NumberName } from '../_kit/number-names.ts';
import { ask } from './api.ts';

const PERSON = 'query Followers($username: String!) { user(username: $username) { followersCount } }';
const POST = `query PostNumbers($id: ID!) {
  post(id: $id) { views reactionCount responseCount replyCount }
}`;

interface Numbers {
  /** Null for anybody but the author. */
  readonly views: number | null;
  readonly reactionCount: number;
  readonly responseCount: number;
  readonly replyCount: number;
}

export const analytics: NonNullable<Provider['analytics']> = async ({ credentials, profile }, ctx) => {
  const { user } = await ask<{ user: { followersCount: number } | null }>({ credentials }, ctx, {
    document: PERSON,
    variables: { username: profile ?? '' },
  });
  return user ? [{ label: 'Followers', total: user.followersCount }] : [];
};

export const postAnalytics: NonNullable<Provider['postAnalytics']> = async (channel, { id }, ctx) => {
  const { post } = await ask<{ post: Numbers | null }>(channel, ctx, { document: POST, variables: { id } });
  const shown: readonly { label: NumberName; total: number | null | undefined }[] = [
    { label: 'Views', total: post?.views },
    { label: 'Reactions', total: post?.reactionCount },
    { label: 'Comments', total: post?.responseCount },
    { label: 'Replies', total: post?.replyCount },
  ];
  return shown.filter((metric): metric is Metric => typeof metric.total === 'number');
};
