/** Whether a publish call with an unknown outcome took effect: reads the article with its id. */
import type { Provider } from '../_kit/contract.ts';
import { findOwn, ownArticles, toPublished } from './api.ts';
import type { Prepared } from './prepare.ts';

const RECENT = 10;

/**
 * Never `absent`: while it is still our draft, it can be published any number of times and stays one article.
 * If a person has changed that, a person decides.
 */
export const verify: Provider['verify'] = async ({ channel }, attempt, ctx) => {
  const { id } = attempt.prepared as Prepared;
  const article = await findOwn(channel, ctx, id);
  if (!article) {
    return {
      status: 'unknown',
      reason: `DEV no longer lists article ${id}: it was deleted, as a draft or after it was published`,
    };
  }
  if (article.published) return { status: 'found', published: toPublished(article) };
  return article.published_at
    ? { status: 'unknown', reason: `Article ${id} was published on DEV, and then unpublished` }
    : {
        status: 'repeatable',
        evidence: `Article ${id} is still a draft; the same request publishes this same article`,
      };
};

/** What the person published last. */
export const recent: NonNullable<Provider['recent']> = async (channel, ctx) => {
  const articles = await ownArticles(channel, ctx, { list: 'published', size: RECENT });
  return articles.map(({ id, url }) => ({ id: String(id), url }));
};
