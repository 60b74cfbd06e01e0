import type { Json } from '../../providers/_kit/contract.ts';
import type { Database, Statement } from '../../src/platform/database.ts';
import type { PartKey } from './part-key.ts';

// A post on the network is one item's (post_item.network_key is unique). Where a network gives no address, an
// id may be another conversation's.
const NETWORK_KEY = `(
        select md5(jsonb_build_array(i.provider, i.internal_id, $3::text, $4::text)::text)
        from post p
        join integration i on i.id = p.integration_id
        where p.id = post_item.post_id and $3::text is not null and $4::text is not null
      )`;

const CONFIRM: Statement = {
  name: 'confirm-part',
  text: `with
  -- Not when somebody else has settled the attempt already.
  attempt as (
    update publish_attempt
    set phase = 'confirmed', settled_at = clock_timestamp(), provider_ref = $5::jsonb
    where post_item_id = $1 and revision = $2 and phase in ('intent', 'sent')
    returning coalesce(sent_at, clock_timestamp()) as sent_at
  ),
  item as (
    update post_item
    set release_id = $3, release_url = $4, ref = $5::jsonb, published_at = clock_timestamp(),
      network_key = ${NETWORK_KEY}
    where id = $1 and exists (select 1 from attempt)
    returning post_id, position, (
      select round(n.delay_minutes * 60000)::float8
      from post_item n
      where n.post_id = post_item.post_id and n.position = post_item.position + 1
    ) as next_delay
  ),
  -- The post: published after its last part; its address and its lateness are those of the first.
  settled as (
    update post p
    set updated_at = now(),
      state = case
        when item.next_delay is null then 'published'
        when p.state in ('processing', 'unconfirmed') then 'publishing'
        else p.state
      end,
      published_at = case when item.next_delay is null then clock_timestamp() else p.published_at end,
      release_id = case when item.position = 0 then coalesce($3, 'missing') else p.release_id end,
      release_url = case when item.position = 0 then $4 else p.release_url end,
      lateness_ms = case
        when item.position = 0
        then least(greatest(0, extract(epoch from attempt.sent_at - p.publish_at) * 1000), 2147483647)::int
        else p.lateness_ms
      end,
      error_code = null,
      error = null
    from item, attempt
    where p.id = item.post_id
    returning p.id, p.lateness_ms, item.next_delay
  ),
  event as (
    insert into post_event (post_id, kind, detail)
    select id, 'published', jsonb_build_object(
      'part', $6 + 1, 'url', $4::text, 'latenessMs', lateness_ms, 'how', $7::text)
    from settled
  )
  select lateness_ms as "latenessMs", next_delay as "nextDelayMs"
  from settled`,
};

/** How it is known that a part is out: the network answered, finished processing it, or was asked later. */
export type ConfirmedHow = 'answered' | 'processed' | 'looked up';

/** Lateness of the post, and the wait before its next part (null after the last). */
export interface Confirmed {
  readonly latenessMs: number | null;
  readonly nextDelayMs: number | null;
}

/** Records that a part is live. Undefined when somebody has recorded it before. */
export async function confirmPart(
  db: Database,
  { itemId, revision, position }: PartKey,
  { id, url, ref }: { id: string; url: string | null; ref: Json },
  how: ConfirmedHow,
): Promise<Confirmed | undefined> {
  const values = [itemId, revision, id || null, url, JSON.stringify(ref), position, how];
  return (await db.query<Confirmed>(CONFIRM, values))[0];
}
