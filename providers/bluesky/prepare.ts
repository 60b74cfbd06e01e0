/** Everything that may be repeated: uploads the media, builds the record and chooses its key. */
import { TID } from '@atproto/common-web';
import type { Channel, Json, ProviderContext, Published, PublishRequest } from '../_kit/contract.ts';
import { Rejected } from '../_kit/errors.ts';
import { addressesOf, atproto, COLLECTION, readRecord, type StrongRef } from './api.ts';
import { uploadEmbed } from './media.ts';
import { detectFacets } from './text.ts';

/** The whole request except the token, for `publish` and `verify`. */
export interface PreparedPost {
  readonly rkey: string;
  readonly record: { readonly [key: string]: Json };
}

export async function prepare(request: PublishRequest, ctx: ProviderContext): Promise<Json> {
  const { item, parent, root } = request;
  const facets = await detectFacets(item.text, addressesOf(request.channel).pds, ctx);
  const embed = await uploadEmbed(request, ctx);
  const now = ctx.now();
  const record = {
    $type: COLLECTION,
    text: item.text,
    createdAt: now.toISOString(),
    ...(facets.length ? { facets } : {}),
    ...(embed ? { embed } : {}),
    ...(parent
      ? {
          reply: {
            root: await refOf(request.channel, root ?? parent, ctx),
            parent: await refOf(request.channel, parent, ctx),
          },
        }
      : {}),
  };
  const { AppBskyFeedPost, jsonToLex } = await atproto();
  const checked = AppBskyFeedPost.validateRecord(jsonToLex(record));
  if (!checked.success) {
    throw new Rejected(`Bluesky does not accept this post: ${checked.error.message}`, {
      networkCode: 'InvalidRequest',
    });
  }
  return { rkey: chooseKey(now, request.idempotencyKey), record };
}

/**
 * A record key for the current time (AT Protocol, "TID": microseconds and a clock id). The digits below a
 * millisecond and the clock id come from the idempotency key, so that two workers that post for one account
 * in the same millisecond choose different keys.
 */
function chooseKey(now: Date, idempotencyKey: string): string {
  const digits = Number.parseInt(idempotencyKey.replaceAll('-', '').slice(0, 12), 16);
  return TID.fromTime(now.getTime() * 1000 + (digits % 1000), Math.floor(digits / 1000) % 1024).toString();
}

/**
 * URI and hash of a part. A person who found the post on the network gave only its URL; the hash is then read
 * from the record.
 */
async function refOf(
  channel: Channel,
  { id, ref }: Published,
  ctx: ProviderContext,
): Promise<Record<keyof StrongRef, string>> {
  const { uri, cid } =
    (ref as unknown as StrongRef | null) ?? (await readRecord(channel, id.split('/').at(-1) ?? '', ctx));
  return { uri, cid };
}
