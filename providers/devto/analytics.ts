/** The numbers that DEV shows an author: those of an article. It shows no number of followers. */
import type { Provider } from '../_kit/contract.ts';
import { findOwn } from './api.ts';

/** Nothing for an article that is no longer among the author's newest 1,000. */
export const postAnalytics: NonNullable<Provider['postAnalytics']> = async (channel, { id }, ctx) => {
  const article = await findOwn(channel, ctx, Number(id));
  if (!article) return [];
  return [
    { label: 'Views', total: article.page_views_count },
    { label: 'Reactions', total: article.public_reactions_count },
    { label: 'Comments', total: article.comments_count },
  ];
};
