/** The calls that post, comment and delete (learn.microsoft.com/linkedin: Posts API, Comments API). */
import type { Provider } from '../_kit/contract.ts';
import { OutcomeUnknown } from '../_kit/errors.ts';
import { authorOf, call, commentAsPublished, inPath, postAsPublished, refOf } from './api.ts';
import { postBody, type Prepared } from './prepare.ts';
import { acceptedWithoutId } from '../_kit/answered-without.ts';
import { PUBLISH_TIMEOUT_MS } from './rules.ts';

export const publish: Provider['publish'] = async ({ channel }, stored, ctx) => {
  const prepared = stored as Prepared;
  const options = { timeoutMs: PUBLISH_TIMEOUT_MS };
  if (prepared.post) {
    const { body, headers } = await call<{ id?: string }>(
      channel,
      ctx,
      `/rest/socialActions/${inPath(prepared.post)}/comments`,
      {
        json: { actor: authorOf(channel), object: prepared.post, message: { text: prepared.text } },
        about: 'comments',
        ...options,
      },
    );
    const id = body?.id ?? headers.get('x-restli-id');
    if (!id) throw new OutcomeUnknown(acceptedWithoutId('LinkedIn', 'the comment'));
    return { status: 'published', published: commentAsPublished(prepared.post, id) };
  }
  const { headers } = await call<null>(channel, ctx, '/rest/posts', {
    json: postBody(channel, prepared),
    ...options,
  });
  // Rest.li lets a server encode the colons of an id in a header.
  const urn = headers.get('x-restli-id')?.replaceAll(/%3A/gi, ':');
  if (!urn) throw new OutcomeUnknown(acceptedWithoutId('LinkedIn', 'the post'));
  return { status: 'published', published: postAsPublished(urn) };
};

/** LinkedIn answers the same for a post that is gone already. */
export const remove: NonNullable<Provider['remove']> = async (channel, published, ctx) => {
  const { post, comment } = refOf(published);
  const options = { method: 'DELETE', restliMethod: 'DELETE' } as const;
  if (!comment) return void (await call(channel, ctx, `/rest/posts/${inPath(post)}`, options));
  const path = `/rest/socialActions/${inPath(post)}/comments/${inPath(comment)}`;
  const query = { actor: authorOf(channel) };
  await call(channel, ctx, path, { ...options, query, about: 'comments' }).catch(ignoreMissing);
};

function ignoreMissing(error: unknown): void {
  if ((error as { networkCode?: string }).networkCode !== 'NOT_FOUND') throw error;
}
