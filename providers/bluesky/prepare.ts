/** Everything that may be repeated: uploads the media, builds the record and chooses its key. */
import { TID } from '@atproto/common-web';
import type { Channel, Json, ProviderContext, Published, PublishRequest } from '../_kit/contract.ts';
import { Rejected } from '../_kit/errors.ts';
import { urlsOf, atproto, COLLECTION, readRecord, type StrongRef } from './api.ts';
import { uploadMedia } from './media.ts';
import { embedOf } from './prepare/embed.ts';
import { gatesOf, type Gate } from './prepare/gates.ts';
import { findQuoted } from './prepare/quote.ts';
import { settingsOf, type Settings } from './schema.ts';
import { detectFacets } from './text.ts';
import { catalogue } from '../_kit/sentences/catalogue.ts';
import { english } from './sentences.ts';

const sentence = catalogue(english);

/** The whole request except the token, for `publish` and `verify`. */
export interface PreparedPost {
  readonly rkey: string;
  readonly record: { readonly [key: string]: Json };
  /** What is created together with the post; absent where everyone may reply and quote. */
  readonly gates?: readonly Gate[];
}

export async function prepare(request: PublishRequest, ctx: ProviderContext): Promise<Json> {
  const { item, parent, root } = request;
  const facets = await detectFacets(item.text, urlsOf(request.channel).pds, ctx);
  const settings = settingsOf(request.settings);
  const media = await uploadMedia(request, ctx);
  // A quote belongs to the post itself, not to each part of its thread.
  const isQuoting = settings.quote && !parent;
  const quote = isQuoting ? await findQuoted(settings.quote, request.channel, ctx) : null;
  const embed = embedOf({ media, quote });
  const now = ctx.now();
  const createdAt = now.toISOString();
  const record = {
    $type: COLLECTION,
    text: item.text,
    createdAt,
    ...labelsAndLanguages(settings),
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
    throw new Rejected(sentence('bluesky_post_not_accepted', { why: checked.error.message }), {
      networkCode: 'InvalidRequest',
    });
  }
  const rkey = chooseKey(now, request.idempotencyKey);
  const post = `at://${request.channel.internalId}/${COLLECTION}/${rkey}`;
  const gates = gatesOf(settings, { post, createdAt, isReply: Boolean(parent) });
  return { rkey, record, ...(gates.length ? { gates: gates as unknown as Json } : {}) };
}

/** Fields of the post itself (lexicons app.bsky.feed.post and com.atproto.label.defs#selfLabels). */
const labelsAndLanguages = ({ labels, languages }: Settings): { [key: string]: Json } => ({
  ...(languages.length
    ? { langs: languages.map((code) => code.replace(/^[^-]+/, (word) => word.toLowerCase())) }
    : {}),
  ...(labels.length
    ? { labels: { $type: 'com.atproto.label.defs#selfLabels', values: labels.map((val) => ({ val })) } }
    : {}),
});

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
