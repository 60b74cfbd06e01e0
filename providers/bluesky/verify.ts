/** Whether a publish call with an unknown outcome took effect: looks up the record by its key. */
import type {
  Channel,
  ProviderContext,
  PublishRequest,
  RecentPost,
  SentAttempt,
  VerifyResult,
} from '../_kit/contract.ts';
import { ChannelGone, Rejected } from '../_kit/errors.ts';
import { urlsOf, COLLECTION, readRecord, toPublished, xrpc, type FoundRecord } from './api.ts';
import type { PreparedPost } from './prepare.ts';
import { isOurs } from './publish.ts';

/** Never `absent`: a missing record may still be on its way, and repeating the request is harmless. */
export async function verify(
  { channel }: PublishRequest,
  attempt: SentAttempt,
  ctx: ProviderContext,
): Promise<VerifyResult> {
  const post = attempt.prepared as unknown as PreparedPost;
  try {
    const found = await readRecord(channel, post.rkey, ctx);
    if (isOurs(found, post)) return { status: 'found', published: await toPublished(found, post.gates) };
    return { status: 'unknown', reason: `Another record has the key ${post.rkey} of this post` };
  } catch (error) {
    if (!(error instanceof Rejected || error instanceof ChannelGone)) throw error;
    if (error.networkCode === 'RecordNotFound') {
      return {
        status: 'repeatable',
        evidence: `There is no record ${post.rkey}; requests with the same key create at most one`,
      };
    }
    // For example a repository that is gone, which proves nothing about whether the post was created before.
    return { status: 'unknown', reason: error.message };
  }
}

/** The account's newest posts, as its repository lists them (com.atproto.repo.listRecords). */
export async function recent(channel: Channel, ctx: ProviderContext): Promise<RecentPost[]> {
  const { records } = await xrpc<{ records: FoundRecord[] }>(
    ctx,
    urlsOf(channel).pds,
    'com.atproto.repo.listRecords',
    { query: { repo: channel.internalId, collection: COLLECTION, limit: '20' } },
  );
  return Promise.all(
    records.map(async (record) => {
      const { id, url } = await toPublished(record);
      const { text, createdAt } = record.value as { text?: string; createdAt?: string };
      return { id, url: url ?? id, at: createdAt, text };
    }),
  );
}
