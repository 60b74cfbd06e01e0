/** The calls that post, comment and delete (dev.vk.com: wall.post, wall.createComment, wall.delete). */
import type { Provider, ProviderContext, Published } from '../_kit/contract.ts';
import { OutcomeUnknown, Rejected } from '../_kit/errors.ts';
import { call, groupOf, ownerOf, refOf, toPublished, type WallItem } from './api.ts';
import type { Prepared } from './prepare.ts';
import { acceptedWithoutId } from '../_kit/answered-without.ts';
import { PUBLISH_TIMEOUT_MS } from './rules.ts';

/** One call with the key of the item, which VK does not publish twice. */
export const publish: Provider['publish'] = async ({ channel }, stored, ctx) => {
  const { text, attachments, post, guid, extras } = stored as Prepared;
  const owner = ownerOf(channel);
  const group = groupOf(channel);
  const common = {
    owner_id: owner,
    message: text || undefined,
    attachments: attachments.join(',') || undefined,
    guid,
  };
  const timeoutMs = PUBLISH_TIMEOUT_MS;
  if (post === null) {
    const { post_id: made } = await call<{ post_id?: number }>(channel, ctx, 'wall.post', {
      params: { ...common, ...extras, from_group: group === undefined ? undefined : 1 },
      timeoutMs,
    });
    if (!made) throw new OutcomeUnknown(acceptedWithoutId('VK', 'the post'));
    return { status: 'published', published: toPublished({ owner, post: made, comment: null }) };
  }
  const { comment_id: comment } = await call<{ comment_id?: number }>(channel, ctx, 'wall.createComment', {
    params: { ...common, post_id: post, from_group: group },
    timeoutMs,
  });
  if (!comment) throw new OutcomeUnknown(acceptedWithoutId('VK', 'the comment'));
  return { status: 'published', published: toPublished({ owner, post, comment }) };
};

/**
 * Deletes the post or the comment. Its photos and videos stay in the albums, where other posts may use them.
 */
export const remove: NonNullable<Provider['remove']> = async (channel, published, ctx) => {
  const { owner, post, comment } = refOf(published);
  try {
    await (comment === null
      ? call(channel, ctx, 'wall.delete', { params: { owner_id: owner, post_id: post } })
      : call(channel, ctx, 'wall.deleteComment', { params: { owner_id: owner, comment_id: comment } }));
  } catch (error) {
    // VK answers "access denied" for what does not exist any more.
    if (!(error instanceof Rejected) || (await readItem(channel, published, ctx))) throw error;
  }
};

/** The post or the comment; null if it is not there any more. */
export async function readItem(
  channel: Parameters<NonNullable<Provider['remove']>>[0],
  published: Pick<Published, 'ref'>,
  ctx: ProviderContext,
): Promise<WallItem | null> {
  const { owner, post, comment } = refOf(published);
  try {
    const { items = [] } = await (comment === null
      ? call<{ items?: readonly WallItem[] }>(channel, ctx, 'wall.getById', {
          params: { posts: `${owner}_${post}` },
        })
      : call<{ items?: readonly WallItem[] }>(channel, ctx, 'wall.getComment', {
          params: { owner_id: owner, comment_id: comment },
        }));
    return items.find((item) => !item.is_deleted && !item.deleted) ?? null;
  } catch (error) {
    // A comment that is gone is a wrong parameter (100), or nothing that one may see (15).
    if (error instanceof Rejected && comment !== null) return null;
    throw error;
  }
}
