/** What a lookup by words must not take for its own: posts of the same account that are other items'. */
import type { Published } from '../../providers/_kit/contract.ts';
import type { Database, Statement } from '../../src/platform/database.ts';
import type { PartKey } from './part-key.ts';

/** Words without what networks change: tags, space, punctuation, case. */
const words = (content: string): string =>
  `regexp_replace(lower(regexp_replace(${content}, '<[^>]*>', '', 'g')), '[^[:alnum:]]+', '', 'g')`;

// The account, not the channel: two organisations may have connected the same one. A day before the send is
// more than a part needs from its preparation to its send.
const OTHERS: Statement = {
  name: 'other-posts',
  text: `with mine as (
    select i.provider, i.internal_id, it.content, jsonb_array_length(it.media) as files,
      coalesce(a.earlier_sent_at, a.sent_at) as since
    from post_item it
    join post p on p.id = it.post_id
    join integration i on i.id = p.integration_id
    join publish_attempt a on a.post_item_id = it.id and a.revision = $2
    where it.id = $1
  ),
  others as (
    select o.*, mine.since, mine.content as my_content, mine.files
    from mine
    join integration i on i.provider = mine.provider and i.internal_id = mine.internal_id
    join post p on p.integration_id = i.id
    join post_item o on o.post_id = p.id and o.id <> $1
  )
  select release_id as id, release_url as url, false as calling
  from others
  where published_at > since - interval '1 day'
  union all
  -- Of the same words, and its call may still be answered.
  select null, null, true
  from others o
  join publish_attempt a on a.post_item_id = o.id
  where a.phase = 'sent'
    and a.provider_ref is null
    and a.sent_at > clock_timestamp() - $3 * interval '1 millisecond'
    and not exists (
      select 1
      from jsonb_array_elements(a.evidence) e
      where (e ->> 'endedAt')::timestamptz >= a.sent_at
    )
    and jsonb_array_length(o.media) = o.files
    and ${words('o.content')} = ${words('o.my_content')}`,
};

export interface OtherPosts {
  /** Whether a post of the account is another item's. */
  isTaken(post: Pick<Published, 'id' | 'url'>): boolean;
  /** Whether an item of the same words is being sent now: a post that is found may be that one's. */
  readonly twinIsCalling: boolean;
}

/** @param callMs the longest that a call may take, from the mark on */
export async function readOtherPosts(
  db: Database,
  { itemId, revision }: Pick<PartKey, 'itemId' | 'revision'>,
  callMs: number,
): Promise<OtherPosts> {
  const rows = await db.query<{ id: string | null; url: string | null; calling: boolean }>(OTHERS, [
    itemId,
    revision,
    callMs,
  ]);
  // Ids are unique only within a conversation at some networks; an address is unique everywhere.
  const same = (
    a: { id: string | null; url: string | null },
    b: { id: string | null; url: string | null },
  ): boolean => (a.url && b.url ? a.url === b.url : a.id === b.id);
  const taken = rows.filter((row) => !row.calling);
  return {
    isTaken: (post) => taken.some((other) => same(other, post)),
    twinIsCalling: rows.some((row) => row.calling),
  };
}

/** The unique index of `post_item.network_key`. */
const NETWORK_KEY = 'post_item_network_key_key';

/** Whether a part could not be confirmed because the post on the network is recorded as another item's. */
export function isTakenByAnother(error: unknown): boolean {
  return (error as { constraint?: string } | null)?.constraint === NETWORK_KEY;
}
