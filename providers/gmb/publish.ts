/** The calls that create, follow and delete a post (`accounts.locations.localPosts`). */
import type { PollResult, Provider } from '../_kit/contract.ts';
import { Rejected, unlessRejected } from '../_kit/errors.ts';
import { call, placeOf, toPublished, type LocalPost } from './api.ts';
import { catalogue } from '../_kit/sentences/catalogue.ts';
import { english } from './sentences.ts';

const sentence = catalogue(english);

const CALL_MS = 45_000;
const POLL_MS = 10_000;

export const publish: Provider['publish'] = async ({ channel, item }, prepared, ctx) => {
  const media = await Promise.all(
    item.media.map(async (file) => ({ mediaFormat: 'PHOTO', sourceUrl: await file.signedUrl() })),
  );
  const post = await call<LocalPost>(channel, ctx, ['posts', `v4/${placeOf(channel)}/localPosts`], {
    method: 'POST',
    json: { ...(prepared as object), ...(media.length ? { media } : {}) },
    timeoutMs: CALL_MS,
  });
  return unlessRejected(resultOf(post));
};

/** Whether Google has looked at the post, and shows it. */
export const poll: NonNullable<Provider['poll']> = async ({ channel }, ref, ctx) => {
  const { name } = ref as { name: string };
  return resultOf(await call<LocalPost>(channel, ctx, ['posts', `v4/${name}`]));
};

function resultOf(post: LocalPost): PollResult {
  const published = toPublished(post);
  if (post.state === 'REJECTED') {
    return { status: 'rejected', reason: sentence('gmb_rejected'), networkCode: 'REJECTED' };
  }
  return post.state === 'LIVE'
    ? { status: 'published', published }
    : { status: 'processing', ref: published.ref, pollAfterMs: POLL_MS };
}

/** Resolves for a post that is gone already too. */
export const remove: NonNullable<Provider['remove']> = async (channel, { id }, ctx) => {
  await call(channel, ctx, ['posts', `v4/${id}`], { method: 'DELETE' }).catch((error: unknown) => {
    if (!(error instanceof Rejected && error.networkCode === 'NOT_FOUND')) throw error;
  });
};
