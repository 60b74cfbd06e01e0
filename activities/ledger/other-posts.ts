/** Posts on the network that are other items', so a lookup by text must not take them for its own. */
import { createHash } from 'node:crypto';
import { keysOf, MISSING } from '../../providers/_kit/identity.ts';
import type { Provider, Published } from '../../providers/_kit/contract.ts';
import { STORED_TAGS } from '../../providers/_kit/html-tags.ts';
import type { Database, Statement } from '../../src/platform/database.ts';
import { milliseconds } from '../../src/platform/milliseconds.ts';
import type { PartKey } from './part-key.ts';

/** The tags and entities of stored HTML. */
const MARKUP = `</?(${STORED_TAGS.join('|')})(\\s[^<>]*)?/?>|&(amp|lt|gt|quot);`;
/** Text without what networks change: tags, space, punctuation, case. */
const words = (content: string): string =>
  `regexp_replace(lower(regexp_replace(${content}, '${MARKUP}', '', 'g')), '[^[:alnum:]]+', '', 'g')`;

// The account, not the channel: two organisations may have connected the same one. A day before the send is
// more than a part needs from its preparation to its send.
const OTHERS: Statement = {
  name: 'other-posts',
  text: `with mine as (
    select i.provider, i.internal_id, ${words('it.content')} as words,
      jsonb_array_length(it.media) as files,
      coalesce(a.earlier_sent_at, a.sent_at) as since
    from post_item it
    join post p on p.id = it.post_id
    join integration i on i.id = p.integration_id
    join publish_attempt a on a.post_item_id = it.id and a.revision = $2
    where it.id = $1
  ),
  others as (
    select o.*, mine.since, mine.words, mine.files
    from mine
    join integration i on i.provider = mine.provider and i.internal_id = mine.internal_id
    join post p on p.integration_id = i.id
    join post_item o on o.post_id = p.id and o.id <> $1
  )
  select release_id as id, release_url as url, ref, null::float8 as "callingMs"
  from others o
  where published_at > since - interval '1 day'
  union all
  -- Of the same words, and its call may still be answered, for so long.
  select null, null, null,
    (${milliseconds("a.sent_at + $3 * interval '1 millisecond' - clock_timestamp()")})::float8
  from others o
  join publish_attempt a on a.post_item_id = o.id
  where a.phase = 'sent'
    and a.call_ended_at is null
    and a.sent_at > clock_timestamp() - $3 * interval '1 millisecond'
    and jsonb_array_length(o.media) = o.files
    and ${words('o.content')} = o.words`,
};

export interface OtherPosts {
  /** Whether a post of the network is another item's. */
  isTaken(post: Published): boolean;
  /**
   * The longest that an item with the same text may still be sending: a post that is found may be that one's.
   */
  readonly twinCallsMs: number;
}

/** @param callMs the longest that a call may take, from the mark on */
export async function readOtherPosts(
  { db, provider }: { db: Database; provider: Provider },
  { itemId, revision }: Pick<PartKey, 'itemId' | 'revision'>,
  callMs: number,
): Promise<OtherPosts> {
  const rows = await db.query<Published & { callingMs: number | null }>(OTHERS, [itemId, revision, callMs]);
  const taken = new Set(rows.flatMap((row) => networkKeysOf(provider, row)));
  // Where no URL contains the id, a person who reports a post as published gives the URL alone.
  const urls = new Set(rows.flatMap(({ id, url }) => (id === MISSING && url ? [url] : [])));
  return {
    isTaken: (post) =>
      networkKeysOf(provider, post).some((key) => taken.has(key)) || urls.has(post.url ?? ''),
    twinCallsMs: Math.max(0, ...rows.map(({ callingMs }) => callingMs ?? 0)),
  };
}

/**
 * The identity of a post for the ledger, where it is unique (`post_item.network_key`): null when the network
 * has named neither its id nor its URL. Where a part may become several posts, the identity of each
 * (`post_place.network_key`).
 */
export function identityOf(
  provider: Provider,
  published: Published,
): { networkKey: string | null; placeKeys: readonly string[] } {
  const keys = networkKeysOf(provider, published);
  return { networkKey: keys[0] ?? null, placeKeys: provider.keysOf ? keys : [] };
}

function networkKeysOf(provider: Provider, published: Published): readonly string[] {
  if (!published.id && !published.url) return [];
  const named = { ...published, id: published.id || '' };
  return keysOf(provider, named).map((key) =>
    createHash('sha256')
      .update(JSON.stringify([provider.identifier, key]))
      .digest('hex'),
  );
}

/** The unique indexes of `post_item.network_key` and `post_place.network_key`. */
const NETWORK_KEYS = ['post_item_network_key_key', 'post_place_pkey'];

/** Whether a part could not be confirmed because the post on the network is recorded as another item's. */
export function isTakenByAnother(error: unknown): boolean {
  return NETWORK_KEYS.includes((error as { constraint?: string } | null)?.constraint ?? '');
}
