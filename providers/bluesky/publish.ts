/**
 * Publishing: the record and its key are made in `prepare`, so the one request that counts can be repeated
 * without harm.
 *
 * `putRecord` with `swapRecord: null` creates a record only where there is none. The key is a TID that we
 * choose.
 */
import { TID } from '@atproto/common-web';
import type {
  Channel,
  Json,
  ProviderContext,
  Published,
  PublishRequest,
  PublishResult,
  SentAttempt,
  VerifyResult,
} from '../_kit/contract.ts';
import { ChannelGone, OutcomeUnknown, Rejected } from '../_kit/errors.ts';
import { uploadEmbed } from './media.ts';
import { atproto, detectFacets } from './rich-text.ts';
import { addressesOf, xrpc } from './xrpc.ts';

const COLLECTION = 'app.bsky.feed.post';

/** What `prepare` leaves for `publish` and `verify`: the whole request but the token. */
interface PreparedPost {
  readonly rkey: string;
  readonly record: { readonly [key: string]: Json };
}

// A record's address and the hash of its content; replies name both (lexicon com.atproto.repo.strongRef).
interface StrongRef {
  readonly uri: string;
  readonly cid: string;
}

interface FoundRecord extends StrongRef {
  readonly value: Record<string, unknown>;
}

/** Uploads media, finds facets, builds the record and chooses its key. */
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
    throw new Rejected(`Bluesky does not take this post: ${checked.error.message}`, {
      networkCode: 'InvalidRequest',
    });
  }
  return { rkey: chooseKey(now, request.idempotencyKey), record };
}

/** Creates the record. A record of ours under the same key is this post, published before. */
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
    const made = await xrpc<StrongRef>(ctx, addressesOf(channel).pds, 'com.atproto.repo.putRecord', {
      token: channel.credentials.accessJwt,
      json,
    });
    return { status: 'published', published: await publishedAs(made) };
  } catch (error) {
    if (error instanceof Rejected && error.networkCode === 'InvalidSwap') {
      return { status: 'published', published: await recognise(channel, post, ctx) };
    }
    throw error;
  }
}

/**
 * Looks the record up by its key. One that is not there may still be on its way, and repeating the request is
 * harmless: never `absent`.
 */
export async function verify(
  { channel }: PublishRequest,
  attempt: SentAttempt,
  ctx: ProviderContext,
): Promise<VerifyResult> {
  const post = attempt.prepared as unknown as PreparedPost;
  try {
    const found = await readRecord(channel, post.rkey, ctx);
    if (isOurs(found, post)) return { status: 'found', published: await publishedAs(found) };
    return { status: 'unknown', reason: `Another record has the key ${post.rkey} of this post` };
  } catch (error) {
    // A repository that is gone tells nothing about whether the post was made before.
    if (!(error instanceof Rejected || error instanceof ChannelGone)) throw error;
    if (error.networkCode === 'RecordNotFound') {
      return {
        status: 'repeatable',
        evidence: `There is no record ${post.rkey}; a request with the same key makes at most one`,
      };
    }
    return { status: 'unknown', reason: error.message };
  }
}

/** Deletes the record; the PDS answers the same when it is gone already. */
export async function remove(channel: Channel, published: Published, ctx: ProviderContext): Promise<void> {
  const { AtUri } = await atproto();
  const { collection, rkey } = new AtUri(published.id);
  const json = { repo: channel.internalId, collection, rkey };
  await xrpc(ctx, addressesOf(channel).pds, 'com.atproto.repo.deleteRecord', {
    token: channel.credentials.accessJwt,
    json,
  });
}

/** The account's newest posts, as its repository lists them (com.atproto.repo.listRecords). */
export async function recent(channel: Channel, ctx: ProviderContext): Promise<{ id: string; url: string }[]> {
  const { records } = await xrpc<{ records: StrongRef[] }>(
    ctx,
    addressesOf(channel).pds,
    'com.atproto.repo.listRecords',
    { query: { repo: channel.internalId, collection: COLLECTION, limit: '20' } },
  );
  return Promise.all(
    records.map(async (record) => {
      const { id, url } = await publishedAs(record);
      return { id, url: url ?? id };
    }),
  );
}

async function recognise(channel: Channel, post: PreparedPost, ctx: ProviderContext): Promise<Published> {
  const found = await readRecord(channel, post.rkey, ctx).catch((error: unknown) => {
    // The request was answered "there is one already": a failed look must not read as a failed request.
    throw new OutcomeUnknown(`A record has the key ${post.rkey} of this post, and it could not be read`, {
      networkCode: 'InvalidSwap',
      cause: error,
    });
  });
  if (!isOurs(found, post)) {
    throw new Rejected(`Another record has the key ${post.rkey} of this post; nothing was published`, {
      networkCode: 'InvalidSwap',
    });
  }
  return publishedAs(found);
}

// Records are public, so this works without a token and after it expired.
function readRecord(channel: Channel, rkey: string, ctx: ProviderContext): Promise<FoundRecord> {
  const query = { repo: channel.internalId, collection: COLLECTION, rkey };
  return xrpc<FoundRecord>(ctx, addressesOf(channel).pds, 'com.atproto.repo.getRecord', { query });
}

// A program may have edited the post meanwhile; its time of creation stays.
function isOurs(found: FoundRecord, post: PreparedPost): boolean {
  return found.value?.createdAt === post.record.createdAt;
}

/**
 * A record key of now (AT Protocol, "TID": microseconds and a clock id). The digits below a millisecond and
 * the clock id come from the idempotency key, so that two workers that post for one account in the same
 * millisecond choose different keys.
 */
function chooseKey(now: Date, idempotencyKey: string): string {
  const digits = Number.parseInt(idempotencyKey.replaceAll('-', '').slice(0, 12), 16);
  return TID.fromTime(now.getTime() * 1000 + (digits % 1000), Math.floor(digits / 1000) % 1024).toString();
}

/**
 * Address and hash of a part. A person who found it on the network gave its address only; the record tells
 * the hash.
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

async function publishedAs({ uri, cid }: StrongRef): Promise<Published> {
  if (typeof uri !== 'string' || typeof cid !== 'string') {
    throw new OutcomeUnknown('The PDS answered without the address of the record');
  }
  const { AtUri } = await atproto();
  const { host, rkey } = new AtUri(uri);
  return { id: uri, url: `https://bsky.app/profile/${host}/post/${rkey}`, ref: { uri, cid } };
}
