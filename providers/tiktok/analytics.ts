/** The numbers of an account and of a post (developers.tiktok.com: user info, query videos). */
import type { Metric, Provider } from '../_kit/contract.ts';
import type { NumberName } from '../_kit/number-names.ts';
import { call, postIdOf } from './api.ts';

type Numbers = Readonly<Record<string, number | undefined>>;

const ACCOUNT: Readonly<Record<string, NumberName>> = {
  follower_count: 'Followers',
  following_count: 'Following',
  likes_count: 'Likes',
  video_count: 'Videos',
};
const POST: Readonly<Record<string, NumberName>> = {
  view_count: 'Views',
  like_count: 'Likes',
  comment_count: 'Comments',
  share_count: 'Shares',
};

const metricsOf = (numbers: Numbers, labels: Readonly<Record<string, NumberName>>): Metric[] =>
  Object.entries(labels).flatMap(([name, label]) => {
    const total = numbers[name];
    return typeof total === 'number' ? [{ label, total }] : [];
  });

export const analytics: NonNullable<Provider['analytics']> = async (channel, ctx) => {
  const fields = Object.keys(ACCOUNT);
  const { user = {} } = await call<{ user?: Numbers }>(channel, ctx, 'user/info', { fields });
  return metricsOf(user, ACCOUNT);
};

/** Only public posts have numbers; TikTok reports their id once it has checked them. */
export const postAnalytics: NonNullable<Provider['postAnalytics']> = async (channel, published, ctx) => {
  const id = await postIdOf(channel, published, ctx);
  if (!id) return [];
  const { videos = [] } = await call<{ videos?: readonly Numbers[] }>(channel, ctx, 'video/query', {
    json: { filters: { video_ids: [id] } },
    fields: ['id', ...Object.keys(POST)],
  });
  return metricsOf(videos[0] ?? {}, POST);
};
