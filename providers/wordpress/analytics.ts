/** The one number that WordPress itself has. */
import type { Provider } from '../_kit/contract.ts';
import { call, siteOf } from './api.ts';

/** Comments on a post. Only plugins count visitors. */
export const postAnalytics: NonNullable<Provider['postAnalytics']> = async (channel, published, ctx) => {
  const { headers } = await call(siteOf(channel), ctx, '/wp/v2/comments', {
    query: { post: published.id, per_page: 1, _fields: 'id' },
  });
  return [{ label: 'Comments', total: Number(headers.get('x-wp-total') ?? 0) }];
};
