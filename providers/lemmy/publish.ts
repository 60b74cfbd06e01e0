/** The calls that post, comment and delete (join-lemmy.org/docs, "API"). */
import type { Provider, ProviderContext } from '../_kit/contract.ts';
import { OutcomeUnknown, Rejected } from '../_kit/errors.ts';
import { publishSteps } from '../_kit/publish-steps.ts';
import { call, madeOf, openSite, siteOf, toMade, toPublished } from './api.ts';
import type { CommentView, Made, PostView, Site } from './api.ts';
import { stepsOf, type Draft, type Prepared } from './prepare.ts';
import { findMade } from './verify.ts';
import { acceptedWithoutId } from '../_kit/answered-without.ts';
import { PUBLISH_TIMEOUT_MS } from './rules.ts';
import { sentence } from '../_kit/sentences/catalogue.ts';

const CALL_MS = 30_000;
/** Six posts, and six comments, in ten minutes, which come back one by one. */
const POST_WAIT_MS = 100_000;

/** One call for each community, in the order of the settings. */
export const publish: Provider['publish'] = async ({ channel, readTaken }, stored, ctx) => {
  const prepared = stored as Prepared;
  const site = siteOf(channel, prepared.api);
  const made = await publishSteps<Made>({
    steps: stepsOf(prepared),
    noun: 'posts',
    findMade: async () =>
      (await findMade(site, { channel, prepared, isTaken: await readTaken?.() }, ctx)).made,
    send: (n) => step(site, prepared, n, ctx),
    callMs: CALL_MS,
    timeoutMs: PUBLISH_TIMEOUT_MS,
  });
  return { status: 'published', published: toPublished(site.baseUrl, made) };
};

function step(
  site: Site,
  { text, language, parents, drafts }: Prepared,
  n: number,
  ctx: ProviderContext,
): Promise<Made> {
  const parent = parents[n];
  if (parent) return comment(site, { text, language, parent }, ctx);
  const draft = drafts[n];
  if (!draft) throw new Rejected(sentence('post_lacks', { what: 'a community' }));
  return post(site, { text, language, draft }, ctx);
}

async function post(
  site: Site,
  { text, language, draft }: { text: string; language: number | null; draft: Draft },
  ctx: ProviderContext,
): Promise<Made> {
  const { communityId, title, url, thumbnail, alt, nsfw } = draft;
  const { post_view: view } = await call<{ post_view?: PostView }>(site, ctx, '/post', {
    method: 'POST',
    json: {
      community_id: communityId,
      name: title,
      ...(text ? { body: text } : {}),
      ...(url ? { url } : {}),
      ...(thumbnail ? { custom_thumbnail: thumbnail } : {}),
      ...(alt ? { alt_text: alt } : {}),
      ...(nsfw ? { nsfw } : {}),
      ...(language ? { language_id: language } : {}),
    },
    timeoutMs: CALL_MS,
    waitMs: POST_WAIT_MS,
  });
  if (!view?.post?.id) throw new OutcomeUnknown(acceptedWithoutId('Lemmy', 'the post'));
  return toMade(view.post);
}

async function comment(
  site: Site,
  { text, language, parent }: { text: string; language: number | null; parent: Made },
  ctx: ProviderContext,
): Promise<Made> {
  const { comment_view: view } = await call<{ comment_view?: CommentView }>(site, ctx, '/comment', {
    method: 'POST',
    json: {
      post_id: parent.post,
      content: text,
      ...(parent.comment === null ? {} : { parent_id: parent.comment }),
      ...(language ? { language_id: language } : {}),
    },
    timeoutMs: CALL_MS,
    waitMs: POST_WAIT_MS,
  });
  if (!view?.comment?.id) throw new OutcomeUnknown(acceptedWithoutId('Lemmy', 'the comment'));
  return toMade(view.comment);
}

/** Deletes the part in each community, as its author; other instances are notified. */
export const remove: NonNullable<Provider['remove']> = async (channel, published, ctx) => {
  const site = await openSite(channel, ctx);
  for (const made of madeOf(published)) {
    await removeOne(site, made, ctx).catch(async (error: unknown) => {
      if (!(await isGone(site, made, { error, ctx }))) throw error;
    });
  }
};

const kindOf = ({ comment: id }: Made): 'comment' | 'post' => (id === null ? 'post' : 'comment');

function removeOne(site: Site, made: Made, ctx: ProviderContext): Promise<unknown> {
  const kind = kindOf(made);
  return call(site, ctx, site.api === 'v3' ? `/${kind}/delete` : `/${kind}`, {
    method: site.api === 'v3' ? 'POST' : 'DELETE',
    json: { [`${kind}_id`]: made.comment ?? made.post, deleted: true },
  });
}

const MISSING = /^(not_found|404|couldnt_find_(post|comment))$/;

/** Lemmy refuses to delete what is deleted (`couldnt_update_post`, in 1.x `couldnt_update`). */
async function isGone(
  site: Site,
  made: Made,
  { error, ctx }: { error: unknown; ctx: ProviderContext },
): Promise<boolean> {
  if (error instanceof Rejected) return MISSING.test(error.networkCode ?? '');
  if (!(error instanceof OutcomeUnknown) || !error.networkCode?.startsWith('couldnt_update')) return false;
  const kind = kindOf(made);
  try {
    const view = await call<{
      post_view?: { post: { deleted: boolean } };
      comment_view?: { comment: { deleted: boolean } };
    }>(site, ctx, `/${kind}`, { query: { id: made.comment ?? made.post } });
    return (kind === 'post' ? view.post_view?.post : view.comment_view?.comment)?.deleted ?? false;
  } catch (missing) {
    if (missing instanceof Rejected) return MISSING.test(missing.networkCode ?? '');
    throw missing;
  }
}
