/** The numbers of a blog and of a post, as they are now (api.md, "/user/info", "/notes"). */
import type { Metric, Provider } from '../_kit/contract.ts';
import type { NumberName } from '../_kit/number-names.ts';
import { blogPath, call } from './api.ts';
import { readBlogs } from './auth.ts';

export const analytics: NonNullable<Provider['analytics']> = async (channel, ctx) => {
  const blogs = await readBlogs(channel, ctx);
  const blog = blogs.find(
    ({ uuid, name }) => (uuid || name) === channel.internalId || name === channel.details.name,
  );
  return typeof blog?.followers === 'number' ? [{ label: 'Followers', total: blog.followers }] : [];
};

interface Notes {
  readonly total_notes?: number;
  readonly total_likes?: number;
  readonly total_reblogs?: number;
}

/** Only the mode `conversation` distinguishes likes and reblogs. */
export const postAnalytics: NonNullable<Provider['postAnalytics']> = async (channel, { id }, ctx) => {
  const notes = await call<Notes>(channel, ctx, blogPath(channel, '/notes'), {
    query: { id, mode: 'conversation' },
  });
  const numbers: readonly (readonly [NumberName, number | undefined])[] = [
    ['Notes', notes.total_notes],
    ['Likes', notes.total_likes],
    ['Reblogs', notes.total_reblogs],
  ];
  return numbers.flatMap(([label, total]): Metric[] => (typeof total === 'number' ? [{ label, total }] : []));
};
