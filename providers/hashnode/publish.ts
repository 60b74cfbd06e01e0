/** The call that publishes a draft, and the one that takes a post down. */
import type { Channel, Provider, ProviderContext, Published } from '../_kit/contract.ts';
import { AlreadyThere, Rejected } from '../_kit/errors.ts';
import { ask, toPublished, type Post } from './api.ts';
import { isMissing } from './errors.ts';
import type { Prepared } from './prepare.ts';
import { PUBLISH_TIMEOUT_MS } from './rules.ts';
import { catalogue } from '../_kit/sentences/catalogue.ts';
import { english } from './sentences.ts';

const sentence = catalogue(english);

const PUBLISH = `mutation PublishDraft($input: PublishDraftInput!) {
  publishDraft(input: $input) { post { id url } }
}`;
const REMOVE = `mutation RemovePost($input: RemovePostInput!) {
  removePost(input: $input) { post { id } }
}`;
const FIND = `query PostBySlug($host: String!, $slug: String!) {
  publication(host: $host) { post(slug: $slug) { id url } }
}`;

/** A draft makes one post: it is gone with the first call, and a second one is refused with `NOT_FOUND`. */
export const publish: Provider['publish'] = async ({ channel }, prepared, ctx) => {
  const { draftId } = prepared as Prepared;
  const { publishDraft } = await ask<{ publishDraft: { post: Post } | null }>(channel, ctx, {
    document: PUBLISH,
    variables: { input: { draftId } },
    timeoutMs: PUBLISH_TIMEOUT_MS,
  }).catch((error: unknown) => {
    if (!isMissing(error)) throw error;
    throw new AlreadyThere(sentence('hashnode_draft_gone'), { networkCode: 'NOT_FOUND', cause: error });
  });
  return { status: 'published', published: toPublished(publishDraft?.post) };
};

/** Hashnode hides the post, and its URL is free again. Resolves for one that is gone already. */
export const remove: NonNullable<Provider['remove']> = async (channel, published, ctx) => {
  try {
    const id = await idOf(channel, published, ctx);
    if (id) await ask(channel, ctx, { document: REMOVE, variables: { input: { id } } });
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
};

/** A person who settled an unknown outcome gave only the URL: `https://{host}/{slug}`. */
async function idOf(channel: Channel, { id, url }: Published, ctx: ProviderContext): Promise<string | null> {
  if (/^[0-9a-f]{24}$/i.test(id)) return id;
  const live = URL.canParse(url ?? '') ? new URL(url ?? '') : null;
  const slug = live?.pathname.split('/').findLast(Boolean);
  if (!live || !slug) {
    throw new Rejected(sentence('url_unknown', { network: 'Hashnode' }), { networkCode: 'no_address' });
  }
  const { publication } = await ask<{ publication: { post: Post | null } | null }>(channel, ctx, {
    document: FIND,
    variables: { host: live.host, slug },
  });
  return publication?.post?.id ?? null;
}
