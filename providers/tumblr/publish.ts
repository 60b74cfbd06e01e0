/**
 * The calls that make and delete a post (api.md, "Create/Reblog a Post (Neue Post Format)", "/post/delete").
 */
import { FormData } from 'undici';
import { uploadMs } from '../_kit/bounds.ts';
import type { MediaFile, Provider } from '../_kit/contract.ts';
import { ChannelGone, OutcomeUnknown, Rejected } from '../_kit/errors.ts';
import { blogPath, call, idOf, postUrl } from './api.ts';
import { identifierOf } from './payload.ts';
import type { Prepared } from './prepare.ts';
import { findPost, toPublished, type Wanted } from './verify.ts';
import { answeredWithout } from '../_kit/answered-without.ts';
import { PUBLISH_TIMEOUT_MS } from './rules.ts';
import { catalogue } from '../_kit/sentences/catalogue.ts';
import { english } from './sentences.ts';

const sentence = catalogue(english);

/** "A reasonable timeout of a few minutes" is Tumblr's own advice (TMTumblrSDK, issue 146). */
const POLL_MS = 20_000;

interface Made {
  /** "Intentionally a string." */
  readonly id?: string | number;
  readonly id_string?: string;
  /** `transcoding` for a video. */
  readonly state?: string;
}

/** A blog that is not there any more answers 404. */
export const publish: Provider['publish'] = async ({ channel, item: { media } }, stored, ctx) => {
  const { body, shape, before } = stored as Prepared;
  const sinceMs = ctx.now().getTime();
  const bytes = media.reduce((sum, { size }) => sum + size, 0);
  const made = await call<Made>(channel, ctx, blogPath(channel, '/posts'), {
    method: 'POST',
    ...(media.length ? { form: await formOf(body, media) } : { json: body }),
    timeoutMs: Math.min(uploadMs(bytes), PUBLISH_TIMEOUT_MS),
  }).catch((error: unknown) => {
    if (!(error instanceof Rejected) || error.networkCode !== '404') throw error;
    throw new ChannelGone(sentence('tumblr_blog_gone', { why: error.said }), {
      networkCode: error.networkCode,
      cause: error,
    });
  });
  const id = idOf(made);
  if (!id) throw new OutcomeUnknown(answeredWithout('Tumblr', 'the id of the post'));
  if (made.state !== 'transcoding' && !shape.videos) {
    return { status: 'published', published: { id, url: postUrl(channel, id), ref: { id } } };
  }
  const ref = { id, shape, before, sinceMs } satisfies Wanted;
  return { status: 'processing', ref, pollAfterMs: POLL_MS };
};

/** "The first part contains the JSON body and subsequent parts contain media data." */
async function formOf(body: Prepared['body'], media: readonly MediaFile[]): Promise<FormData> {
  const form = new FormData();
  form.set('json', JSON.stringify(body));
  for (const [n, file] of media.entries()) {
    const part = new File([await file.blob()], file.fileName, { type: file.mime });
    form.set(identifierOf(n), part, file.fileName);
  }
  return form;
}

/** Once a video is processed, its post has another id: it is looked for among the posts of the blog. */
export const poll: NonNullable<Provider['poll']> = async ({ channel }, ref, ctx) => {
  const { found } = await findPost(channel, ref as unknown as Wanted, ctx);
  return found
    ? { status: 'published', published: toPublished(found) }
    : { status: 'processing', ref, pollAfterMs: POLL_MS };
};

/** Resolves for a post that is gone already too. */
export const remove: NonNullable<Provider['remove']> = async (channel, { id }, ctx) => {
  await call(channel, ctx, blogPath(channel, '/post/delete'), { method: 'POST', json: { id } }).catch(
    (error: unknown) => {
      if (error instanceof Rejected && error.networkCode === '404') return;
      throw error;
    },
  );
};
