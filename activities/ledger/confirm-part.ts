import type { Published } from '../../providers/_kit/contract.ts';
import { phaseIsOpenSql } from '../../src/platform/attempt-phase.ts';
import type { Database, Statement } from '../../src/platform/database.ts';
import { webUrl } from '../../src/platform/web-url.ts';
import type { PartKey } from './part-key.ts';

// A person has dropped the thread, or deleted it: the other parts stay unsent.
const ENDED_BEFORE_THE_REST = `item.next_delay is not null and p.state in ('failed', 'partly_published')`;

// The answer may come late, from a worker that was cut off: after the post became unconfirmed, or after a
// person decided about it. A live post is recorded in every state of the row.
const CONFIRM: Statement = {
  name: 'confirm-part',
  text: `with
  before as (
    select id, state
    from post
    where id = $8
    for update
  ),
  -- Not when another has settled the attempt already. A person who did so, because the network could not
  -- say what happened to it, is put right.
  attempt as (
    update publish_attempt
    set phase = 'confirmed', settled_at = clock_timestamp(), provider_ref = $5::jsonb, by_words = $10
    where post_item_id = $1 and revision = $2 and exists (select 1 from before)
      and (${phaseIsOpenSql('phase')} or phase = 'rejected' and settled_by = 'person')
    returning coalesce(sent_at, clock_timestamp()) as sent_at, lost_at, presumed
  ),
  item as (
    update post_item
    set release_id = $3, release_url = $4, ref = $5::jsonb, published_at = clock_timestamp(),
      network_key = $9
    where id = $1 and published_at is null and exists (select 1 from attempt)
    returning post_id, position, (
      select round(n.delay_minutes * 60000)::float8
      from post_item n
      where n.post_id = post_item.post_id and n.position = post_item.position + 1
    ) as next_delay
  ),
  place as (
    insert into post_place (network_key, post_item_id)
    select key, $1
    from item, unnest($11::text[]) key
    order by key -- two that share several wait for each other at the first
  ),
  -- The post: published after its last part; its URL and its lateness are those of the first.
  settled as (
    update post p
    set updated_at = now(), hold = null,
      state = case
        when item.next_delay is null then 'published'
        when p.state in ('processing', 'unconfirmed') then 'publishing'
        when p.state = 'failed' then 'partly_published'
        else p.state
      end,
      published_at = case when item.next_delay is null then clock_timestamp() else p.published_at end,
      release_id = case when item.position = 0 then coalesce($3, 'missing') else p.release_id end,
      release_url = case when item.position = 0 then $4 else p.release_url end,
      lateness_ms = case
        when item.position = 0 and attempt.presumed then null -- nobody knows when it was sent
        when item.position = 0
        then least(greatest(0, extract(epoch from attempt.sent_at - p.publish_at) * 1000), 2147483647)::int
        else p.lateness_ms
      end,
      error_code = case when ${ENDED_BEFORE_THE_REST} then p.error_code end,
      error = case when ${ENDED_BEFORE_THE_REST} then p.error end
    from item, attempt, before
    where p.id = item.post_id
    returning p.id, p.post_group_id, p.lateness_ms, item.next_delay, before.state as state_before
  ),
  event as (
    insert into post_event (post_id, kind, detail)
    select id, 'published', jsonb_build_object(
      'part', $6 + 1, 'url', $4::text, 'latenessMs', lateness_ms, 'how', $7::text)
    from settled
  ),
  -- It was in doubt, had been given up, or its worker was taken for dead, so that the run has turned to looks
  -- and timers: it must know.
  late as (
    select id, post_group_id
    from settled
    where state_before not in ('publishing', 'processing')
      or $7 = 'answered' and exists (select 1 from attempt where lost_at is not null)
  ),
  withdrawn as (
    delete from notification n
    using late
    where n.post_id = late.id and n.kind = 'unconfirmed'
  ),
  message as (
    insert into outbox (id, kind, post_group_id, post_id)
    select gen_random_uuid(), 'sync_post', post_group_id, id
    from late
  )
  select lateness_ms as "latenessMs", next_delay as "nextDelayMs"
  from settled`,
};

/**
 * The evidence that a part is published: the network answered, finished processing it, or was asked later.
 */
export type ConfirmedHow = 'answered' | 'processed' | 'looked up';

/** Lateness of the post, and the wait before its next part (null after the last). */
export interface Confirmed {
  readonly latenessMs: number | null;
  readonly nextDelayMs: number | null;
}

/** A result about a part: that it is this post, how that is known, and by what. */
export interface Finding {
  readonly published: Published;
  /** The post on its network, and the posts of each place (`identityOf`). */
  readonly networkKey: string | null;
  readonly placeKeys: readonly string[];
  readonly how: ConfirmedHow;
  /** Found by its text alone, so it may be another item's, which then gets it. */
  readonly byWords?: boolean;
}

/**
 * Records that a part is live, however late that is known. Undefined when it was recorded before.
 *
 * @throws a database error (`isTakenByAnother`) when the post is recorded as another item's
 */
export async function confirmPart(
  db: Database,
  { itemId, revision, position, postId }: PartKey,
  { published: { id, url, ref }, networkKey, placeKeys, how, byWords = false }: Finding,
): Promise<Confirmed | undefined> {
  return (
    await db.query<Confirmed>(CONFIRM, [
      itemId,
      revision,
      id || null,
      // Of a network's making, and linked to by pages.
      webUrl(url),
      JSON.stringify(ref),
      position,
      how,
      postId,
      networkKey,
      byWords,
      placeKeys,
    ])
  )[0];
}
