/** The calls that make and delete a post or a comment. */
import type { Provider } from '../_kit/contract.ts';
import { OutcomeUnknown, Rejected } from '../_kit/errors.ts';
import { call, SITE_URL } from './api.ts';
import type { Prepared } from './prepare.ts';
import { answeredWithout } from '../_kit/answered-without.ts';
import { PUBLISH_TIMEOUT_MS } from './rules.ts';

/** A post is followed by its author, as in the web app; comments are sent without that. */
export const publish: Provider['publish'] = async ({ channel, root }, stored, ctx) => {
  const { group, slug, root: rootId, parent, metadata } = stored as Prepared;
  const made = await call<{ id?: string; name?: string }>(
    channel,
    ctx,
    rootId === null ? '/posts?follow=true' : '/posts',
    {
      method: 'POST',
      json: {
        post_type: rootId === null ? 'generic' : 'comment',
        group_id: group,
        root_id: rootId ?? '',
        parent_id: parent ?? '',
        metadata,
      },
      timeoutMs: PUBLISH_TIMEOUT_MS,
    },
  );
  if (!made?.id) throw new OutcomeUnknown(answeredWithout('Skool', 'the id of the post'));
  const own = made.name
    ? `${SITE_URL}/${encodeURIComponent(slug)}/${encodeURIComponent(made.name)}`
    : `${SITE_URL}/${encodeURIComponent(slug)}`;
  return { status: 'published', published: { id: made.id, url: root ? root.url : own, ref: null } };
};

/** Resolves for a post that is gone already too. */
export const remove: NonNullable<Provider['remove']> = async (channel, { id }, ctx) => {
  await call(channel, ctx, `/posts/${encodeURIComponent(id)}`, { method: 'DELETE' }).catch(
    (error: unknown) => {
      if (error instanceof Rejected && error.networkCode === '404') return;
      throw error;
    },
  );
};
