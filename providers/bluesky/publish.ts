/**
 * The one request that counts, and those that delete. `putRecord` with `swapRecord: null` creates a record
 * only if there is none with this key, and the key was chosen by `prepare`, so repeating it is harmless.
 * A post that not everyone may reply to or quote is created in one commit with the records that say so
 * (`applyWrites`), which as a whole fails if one of them is there.
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
  urlsOf,
  atproto,
  COLLECTION,
  readRecord,
  toPublished,
  xrpc,
  type FoundRecord,
  type StrongRef,
} from './api.ts';
import type { PreparedPost } from './prepare.ts';
import { answeredWithout } from '../_kit/answered-without.ts';
import { catalogue } from '../_kit/sentences/catalogue.ts';
import { english } from './sentences.ts';

const sentence = catalogue(english);

/** Creates the record. If our own record already has the key, this post was published before. */
export async function publish(
  { channel }: PublishRequest,
  prepared: Json,
  ctx: ProviderContext,
): Promise<PublishResult> {
  const post = prepared as unknown as PreparedPost;
  try {
    const created = post.gates ? await createAll(channel, post, ctx) : await create(channel, post, ctx);
    return { status: 'published', published: await toPublished(created, post.gates) };
  } catch (error) {
    // With gates, a PDS need not say that the record is what it refuses: Bluesky's own answers 500.
    const mayBeThere = post.gates
      ? error instanceof Rejected
      : error instanceof Rejected && error.networkCode === 'InvalidSwap';
    if (!mayBeThere) throw error;
    const published = await findExisting(channel, post, ctx);
    if (!published) throw error;
    return { status: 'published', published };
  }
}

const create = (channel: Channel, { rkey, record }: PreparedPost, ctx: ProviderContext): Promise<StrongRef> =>
  xrpc<StrongRef>(ctx, urlsOf(channel).pds, 'com.atproto.repo.putRecord', {
    token: channel.credentials.accessJwt,
    json: { repo: channel.internalId, collection: COLLECTION, rkey, record, swapRecord: null },
  });

async function createAll(channel: Channel, post: PreparedPost, ctx: ProviderContext): Promise<StrongRef> {
  const records = [{ collection: COLLECTION, value: post.record as Json }, ...(post.gates ?? [])];
  const writes = records.map((one) => ({
    $type: 'com.atproto.repo.applyWrites#create',
    rkey: post.rkey,
    ...one,
  }));
  const { results } = await xrpc<{ results?: StrongRef[] }>(
    ctx,
    urlsOf(channel).pds,
    'com.atproto.repo.applyWrites',
    { token: channel.credentials.accessJwt, json: { repo: channel.internalId, writes } },
  );
  const [created] = results ?? [];
  if (!created) throw new OutcomeUnknown(answeredWithout('The PDS', 'the records that it created'));
  return created;
}

/** null if there is no record with the key, so that something else was refused. */
async function findExisting(
  channel: Channel,
  post: PreparedPost,
  ctx: ProviderContext,
): Promise<Published | null> {
  const found = await readRecord(channel, post.rkey, ctx).catch((error: unknown) => {
    if (post.gates && error instanceof Rejected && error.networkCode === 'RecordNotFound') return null;
    // The answer was "there is one already": failing to read it must not look like a failed request.
    throw new OutcomeUnknown(sentence('bluesky_record_unread', { key: post.rkey }), {
      networkCode: 'InvalidSwap',
      cause: error,
    });
  });
  if (!found) return null;
  if (!isOurs(found, post)) {
    throw new Rejected(sentence('bluesky_record_of_another', { key: post.rkey }), {
      networkCode: 'InvalidSwap',
    });
  }
  return toPublished(found, post.gates);
}

/** Other programs may have edited the post since; its creation time stays the same. */
export function isOurs(found: FoundRecord, post: PreparedPost): boolean {
  return found.value?.createdAt === post.record.createdAt;
}

/** Deletes the record and those about it; the PDS answers the same if they are already gone. */
export async function remove(channel: Channel, published: Published, ctx: ProviderContext): Promise<void> {
  const { AtUri } = await atproto();
  const { collection: own, rkey } = new AtUri(published.id);
  const { gates = [] } = (published.ref ?? {}) as { gates?: string[] };
  for (const collection of [own, ...gates]) {
    await xrpc(ctx, urlsOf(channel).pds, 'com.atproto.repo.deleteRecord', {
      token: channel.credentials.accessJwt,
      json: { repo: channel.internalId, collection, rkey },
    });
  }
}
