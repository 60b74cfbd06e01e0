/** The calls that publish and delete a post (docs.x.com/x-api/posts). */
import type { Provider } from '../_kit/contract.ts';
import { OutcomeUnknown, Rejected } from '../_kit/errors.ts';
import { call, toPublished } from './api.ts';
import type { Prepared } from './payload.ts';
import { createDraft } from './prepare/article.ts';
import { answeredWithout } from '../_kit/answered-without.ts';
import { PUBLISH_TIMEOUT_MS } from './rules.ts';
import { catalogue } from '../_kit/sentences/catalogue.ts';
import { english } from './sentences.ts';

const sentence = catalogue(english);

/** Where X shows the drafts of articles. */
const DRAFTS_URL = 'https://x.com/i/articles';

/** One POST, of what was prepared. */
export const publish: Provider['publish'] = async (request, stored, ctx) => {
  const prepared = stored as unknown as Prepared;
  const { channel } = request;
  const options = { method: 'POST', timeoutMs: PUBLISH_TIMEOUT_MS };
  if (prepared.kind === 'draft') {
    const id = await createDraft(channel, prepared.body, ctx);
    if (!id) throw new OutcomeUnknown(answeredWithout('X', 'the id of the draft'));
    return { status: 'published', published: { id, url: DRAFTS_URL, ref: { draft: id } } };
  }
  if (prepared.kind === 'article') {
    const path = `/2/articles/${encodeURIComponent(prepared.articleId)}/publish`;
    const { post_id: id } = await call<{ post_id?: unknown }>(channel, ctx, path, options);
    return { status: 'published', published: toPublished(channel, id) };
  }
  const { id } = await call<{ id?: unknown }>(channel, ctx, '/2/tweets', { ...options, json: prepared.body });
  return { status: 'published', published: toPublished(channel, id) };
};

/** Deletes a post; it may already be gone. The API deletes no drafts of articles. */
export const remove: NonNullable<Provider['remove']> = async (channel, { id, ref }, ctx) => {
  if (ref && typeof ref === 'object' && 'draft' in ref) {
    throw new Rejected(sentence('x_draft_stays'), { networkCode: 'draft' });
  }
  try {
    await call(channel, ctx, `/2/tweets/${encodeURIComponent(id)}`, { method: 'DELETE' });
  } catch (error) {
    if (error instanceof Rejected && ['404', 'resource-not-found'].includes(error.networkCode ?? '')) return;
    throw error;
  }
};
