/** The call that publishes a draft, and the one that takes it back. */
import type { Provider, ProviderContext, Channel, Published } from '../_kit/contract.ts';
import { OutcomeUnknown, Rejected } from '../_kit/errors.ts';
import { call, toPublished, writeArticle, type Article } from './api.ts';
import { isMissing } from './errors.ts';
import type { Prepared } from './prepare.ts';
import { answeredWithout } from '../_kit/answered-without.ts';
import { PUBLISH_TIMEOUT_MS } from './rules.ts';
import { catalogue } from '../_kit/sentences/catalogue.ts';
import { english } from './sentences.ts';

const sentence = catalogue(english);

/**
 * Publishes the draft now: however often it is repeated, it is the same article. A date is never sent,
 * because DEV would hold the article back until then.
 */
export const publish: Provider['publish'] = async ({ channel }, prepared, ctx) => {
  const { id } = prepared as Prepared;
  const article = await writeArticle(channel, ctx, {
    id,
    article: { published: true },
    timeoutMs: PUBLISH_TIMEOUT_MS,
  }).catch((error: unknown) => {
    if (!isMissing(error)) throw error;
    throw new Rejected(sentence('devto_draft_gone', { id: String(id) }), {
      networkCode: '404',
      cause: error,
    });
  });
  const published = toPublished(article);
  if (!article.published_at) throw new OutcomeUnknown(answeredWithout('DEV', 'the time of publication'));
  return { status: 'published', published };
};

/** The API deletes nothing: the article becomes a draft again, which only its author sees. */
export const remove: NonNullable<Provider['remove']> = async (channel, published, ctx) => {
  try {
    const id = await idOf(channel, published, ctx);
    await writeArticle(channel, ctx, { id, article: { published: false } });
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
};

/** A person who settled an unknown outcome gave only the URL: `https://dev.to/{user}/{slug}`. */
async function idOf(channel: Channel, { id, url }: Published, ctx: ProviderContext): Promise<number> {
  if (/^\d+$/.test(id)) return Number(id);
  const path = URL.canParse(url ?? '') ? new URL(url ?? '').pathname : '';
  const [, user = '', slug = ''] = /^\/([^/]+)\/([^/]+)\/?$/.exec(path) ?? [];
  if (!slug) {
    throw new Rejected(sentence('url_unknown', { network: 'DEV' }), { networkCode: 'no_address' });
  }
  return (await call<Article>(channel, ctx, `/articles/${user}/${slug}`)).id;
}
