/**
 * The one request that counts, and the one that deletes. `putRecord` with `swapRecord: null` creates a record
 * only if there is none with this key, and the key was chosen by `prepare`, so repeating it is harmless.
 */
import type {
  Channel,
  Json,
  ProviderContext,
  Published,
  PublishRequest,
  PublishResult,
} from '../_kit/contract.ts';
import { OutcomeUnknown, Rejected } from '../_kit/errors.ts';
import {
  addressesOf,
  atproto,
  COLLECTION,
  readRecord,
  toPublished,
  xrpc,
  type FoundRecord,
  type StrongRef,
} from './api.ts';
import type { PreparedPost } from './prepare.ts';

/** Creates the record. If our own record already has the key, this post was published before. */
export async function publish(
  { channel }: PublishRequest,
  prepared: Json,
  ctx: ProviderContext,
): Promise<PublishResult> {
  const post = prepared as unknown as PreparedPost;
  const json = {
    repo: channel.internalId,
    collection: COLLECTION,
    rkey: post.rkey,
    record: post.record,
    swapRecord: null,
  };
  try {
    const created = await xrpc<StrongRef>(ctx, addressesOf(channel).pds, 'com.atproto.repo.putRecord', {
      token: channel.credentials.accessJwt,
      json,
    });
    return { status: 'published', published: await toPublished(created) };
  } catch (error) {
    if (error instanceof Rejected && error.networkCode === 'InvalidSwap') {
      return { status: 'published', published: await findExisting(channel, post, ctx) };
    }
    throw error;
  }
}

async function findExisting(channel: Channel, post: PreparedPost, ctx: ProviderContext): Promise<Published> {
  const found = await readRecord(channel, post.rkey, ctx).catch((error: unknown) => {
    // The answer was "there is one already": failing to read it must not look like a failed request.
    throw new OutcomeUnknown(
      `A record with the key ${post.rkey} of this post exists, but could not be read`,
      { networkCode: 'InvalidSwap', cause: error },
    );
  });
  if (!isOurs(found, post)) {
    throw new Rejected(`Another record has the key ${post.rkey} of this post; nothing was published`, {
      networkCode: 'InvalidSwap',
    });
  }
  return toPublished(found);
}

/** Other programs may have edited the post since; its creation time stays the same. */
export function isOurs(found: FoundRecord, post: PreparedPost): boolean {
  return found.value?.createdAt === post.record.createdAt;
}

/** Deletes the record; the PDS answers the same if it is already gone. */
export async function remove(channel: Channel, published: Published, ctx: ProviderContext): Promise<void> {
  const { AtUri } = await atproto();
  const { collection, rkey } = new AtUri(published.id);
  const json = { repo: channel.internalId, collection, rkey };
  await xrpc(ctx, addressesOf(channel).pds, 'com.atproto.repo.deleteRecord', {
    token: channel.credentials.accessJwt,
    json,
  });
}
