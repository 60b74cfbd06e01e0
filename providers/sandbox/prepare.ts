/** Builds the request, without any call. */
import type { Json, PublishRequest } from '../_kit/contract.ts';

/** The request body; `verify` searches for `marker`. */
export async function prepare(request: PublishRequest): Promise<Json> {
  return {
    channelId: request.channel.id,
    text: request.item.text,
    media: request.item.media.map(({ url, alt, mime }) => ({ url, alt, mime })),
    inReplyTo: request.parent?.id ?? null,
    marker: request.idempotencyKey,
  };
}
