import { phaseMayBeOutSql } from '../../src/platform/attempt-phase.ts';
import { queryInside, type Database, type Statement } from '../../src/platform/database.ts';
import type { Finding } from './confirm-part.ts';

/** The line in the timeline of a part that had claimed the post of another one with the same text. */
const GAVE_WAY = 'the network says that the post that was found by its words is another one';

/** Whether the item `i` has one of the posts `$1`, a JSON array. */
const HOLDS = `i.id in (
  select id from post_item where network_key in (select jsonb_array_elements_text($1::jsonb))
  union all
  select post_item_id from post_place where network_key in (select jsonb_array_elements_text($1::jsonb))
)`;

// A statement of its own: what it waits for may be the sending of the next part, which the other must see.
const LOCK: Statement = {
  name: 'give-way-lock',
  text: `select i.id
    from post_item i
    join post p on p.id = i.post_id
    where ${HOLDS}
    for update of p`,
};

// Not when a later part of its thread is, or may be, published: that one replies to the post which would be
// given away.
const GIVE_WAY: Statement = {
  name: 'give-way',
  text: `with
  able as (
    select i.id, i.post_id, i.position, p.revision
    from post_item i
    join post p on p.id = i.post_id
    where ${HOLDS}
      and exists (
        select 1
        from publish_attempt a
        where a.post_item_id = i.id and a.revision = p.revision and a.phase = 'confirmed' and a.by_words
      )
      and not exists (
        select 1
        from post_item later
        left join publish_attempt a on a.post_item_id = later.id and a.revision = p.revision
        where later.post_id = i.post_id and later.position > i.position
          and (later.published_at is not null or ${phaseMayBeOutSql('a.phase')})
      )
      and p.state in ('published', 'publishing') and p.deleted_at is null
    for update of p, i
  ),
  -- All that have one of the posts, or none.
  holder as (
    select *
    from able
    where (select count(*) from able) = $2
  ),
  place as (
    delete from post_place
    using holder
    where post_item_id = holder.id
  ),
  attempt as (
    update publish_attempt a
    set phase = 'sent', settled_at = null, by_words = false, provider_ref = null, failed_looks = 0,
      call_ended_at = coalesce(a.call_ended_at, clock_timestamp()), lost_at = clock_timestamp()
    from holder
    where a.post_item_id = holder.id and a.revision = holder.revision
  ),
  item as (
    update post_item i
    set release_id = null, release_url = null, ref = null, published_at = null, network_key = null
    from holder
    where i.id = holder.id
  ),
  open as (
    update post p
    set state = 'publishing', published_at = null, updated_at = now(),
      release_id = case when holder.position = 0 then null else p.release_id end,
      release_url = case when holder.position = 0 then null else p.release_url end
    from holder
    where p.id = holder.post_id
    returning p.id, p.post_group_id, holder.position
  ),
  event as (
    insert into post_event (post_id, kind, detail)
    select id, 'outcome_unknown', jsonb_build_object('part', position + 1, 'reason', '${GAVE_WAY}', 'notOurs', true)
    from open
  ),
  message as (
    insert into outbox (id, kind, post_group_id, post_id)
    select gen_random_uuid(), 'sync_post', post_group_id, id
    from open
  )
  select 1 as ok from open`,
};

/**
 * Makes a part give way: an answer, or a match by a key, is stronger than a match by text, so a part that
 * claimed this post, or one of these posts, by its text gives it up and is looked up again. Returns false
 * when no part claimed it so, or when its thread has gone on, or may have.
 */
export async function giveWay(
  db: Database,
  { networkKey, placeKeys }: Pick<Finding, 'networkKey' | 'placeKeys'>,
): Promise<boolean> {
  const keys = JSON.stringify([networkKey, ...placeKeys]);
  return db.fork().transactional(async (tx) => {
    const holders = await queryInside(tx, LOCK, [keys]);
    return (await queryInside(tx, GIVE_WAY, [keys, holders.length])).length > 0;
  });
}
