/** The calls that publish and delete a message. */
import type { Provider, PublishRequest } from '../_kit/contract.ts';
import { accessOf, call, readRef, rejectionCode, checkMembership, toPublished, type Ref } from './api.ts';
import { bodyOf, titleOf } from './payload.ts';
import type { Prepared } from './prepare.ts';
import { PUBLISH_TIMEOUT_MS } from './rules.ts';

const TEXT_TIMEOUT_MS = 30_000;

export const publish: Provider['publish'] = async (request, stored, ctx) => {
  const prepared = stored as Prepared;
  const { isForum, channelId, fields } = prepared;
  const body = await bodyOf(fields, request.item.media);
  const timeoutMs = request.item.media.length ? PUBLISH_TIMEOUT_MS : TEXT_TIMEOUT_MS;
  const path = `/channels/${channelId}/${isForum ? 'threads' : 'messages'}`;
  const answer = await checkMembership(request.channel, ctx, () =>
    call<{ id: string }>(accessOf(request.channel), ctx, path, { method: 'POST', ...body, timeoutMs }),
  );
  return {
    status: 'published',
    published: toPublished(request.channel, answer.body?.id, refOf(request, prepared, answer.body?.id)),
  };
};

/** A post in a forum is both a thread and its first message, with one id. */
export function refOf(
  request: PublishRequest,
  { isForum, channelId, threadId }: Prepared,
  messageId: string,
): Ref {
  const title = titleOf(request.item.text);
  return isForum ? { channelId: messageId, threadId: messageId, title } : { channelId, threadId, title };
}

/** Deletes the message; it may already be gone. */
export const remove: NonNullable<Provider['remove']> = async (channel, published, ctx) => {
  const { channelId } = readRef(published);
  const deleteAt = async (path: string): Promise<void> => {
    await call(accessOf(channel), ctx, path, { method: 'DELETE' }).catch((error: unknown) => {
      if (!['10003', '10008'].includes(rejectionCode(error) ?? '')) throw error;
    });
  };
  // A post in a forum is deleted with its thread if the bot has Manage Threads; otherwise only its message
  // is.
  const withThread =
    channelId === published.id
      ? await deleteAt(`/channels/${channelId}`).then(
          () => true,
          (error: unknown) => {
            if (rejectionCode(error) !== '50013') throw error;
            return false;
          },
        )
      : false;
  if (!withThread) await deleteAt(`/channels/${channelId}/messages/${published.id}`);
};
