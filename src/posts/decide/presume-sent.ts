/**
 * Posts that waited in a backup may have been published by the instance that it was made of: since then, and
 * until that one was stopped. Nobody knows when that was, so it is presumed of all that is due when the
 * restored one is resumed, regardless of what else it waits for. Each such part is looked for on its network
 * (`activities/look-at-list.ts`), and nothing of it is sent before.
 */
import type { Statement } from '../../platform/database.ts';
import { publishedElsewhere } from '../../platform/published-elsewhere.ts';

const IN_QUESTION = `p.deleted_at is null
      and p.state in ('scheduled', 'publishing')
      and p.publish_at <= now()
      and not ${publishedElsewhere('p.organization_id')}`;

// A part cannot be published before the delays of the parts before it have passed: those that are published
// have their time, and the first of the others was published at its date at the earliest.
const PARTS = `waiting as (
    select p.id, p.revision, p.state, p.publish_at, p.post_group_id
    from post p
    where ${IN_QUESTION} and ($4::uuid is null or p.organization_id = $4)
    for update of p
  ),
  part as (
    select i.id, i.post_id, i.position, w.revision
    from waiting w
    cross join lateral (
      select i.id, i.post_id, i.position,
        sum(case when i.position > 0 then i.delay_minutes else 0 end) over (order by i.position) as minutes
      from post_item i
      where i.post_id = w.id and i.published_at is null
    ) i
    where greatest(
        w.publish_at,
        (select max(o.published_at) from post_item o where o.post_id = w.id)
      ) + make_interval(secs => i.minutes * 60) <= now()
  )`;

/**
 * Presumes what is due to be sent since `$1`, the moment of the backup. `$2` is what was chosen for overdue
 * posts, and `$3` over how many minutes they get new dates: they are looked for at these. `$4` is the
 * organisation; null for all.
 *
 * What the backup knew of a send is kept: of one that was under way, the other instance may know the end, and
 * have sent it again. What the network had accepted already is asked about as always.
 */
export const PRESUME_SENT: Statement = {
  name: 'presume-sent',
  text: `with ${PARTS},
  attempt as (
    insert into publish_attempt (id, post_item_id, revision, phase, fence, sent_at, call_ended_at, presumed)
    select gen_random_uuid(), id, revision, 'sent', gen_random_uuid(), $1, clock_timestamp(), true
    from part
    on conflict (post_item_id, revision) do update
      set phase = 'sent', fence = excluded.fence, call_ended_at = clock_timestamp(), presumed = true,
        sent_at = least(publish_attempt.earlier_sent_at, publish_attempt.sent_at, excluded.sent_at),
        earlier_sent_at = null, resend_until = null, lost_at = null, failed_looks = 0, rejection = null
      where publish_attempt.phase in ('intent', 'repeat', 'sent')
    returning post_item_id
  ),
  presumed as (
    select w.*, min(part.position) + 1 as part,
      (row_number() over (order by w.publish_at, w.id) - 1)
        * (make_interval(secs => $3::int * 60) / greatest(count(*) over (), 1)) as after
    from waiting w
    join part on part.post_id = w.id
    join attempt on attempt.post_item_id = part.id
    group by w.id, w.revision, w.state, w.publish_at, w.post_group_id
  ),
  -- Dropping it is a decision about what is held: it ends as a post that may be published does.
  marked as (
    update post p
    set state = 'publishing', hold = case when $2 = 'drop' then 'frozen' end, updated_at = now(),
      publish_at = case when presumed.after is null or presumed.state = 'publishing' then p.publish_at
        else now() + presumed.after end,
      decided_at = case when $2 = 'respread' or p.state = 'publishing' then now() else p.decided_at end
    from presumed
    where p.id = presumed.id
  ),
  event as (
    insert into post_event (post_id, kind, detail)
    select id, 'outcome_unknown', jsonb_build_object('part', part, 'why', 'restored', 'backupAt', $1::timestamptz)
    from presumed
  )
  -- A microsecond apart, so that the relay delivers them in the order of their dates.
  insert into outbox (id, kind, post_group_id, post_id, available_at)
  select gen_random_uuid(), 'wake_post', post_group_id, id,
    clock_timestamp() + row_number() over (order by publish_at, id) * interval '1 microsecond'
  from presumed
  where $2 <> 'drop'`,
};

/** How many posts a resume would presume so. */
export const COUNT_PRESUMED: Statement = {
  name: 'count-presumed',
  text: `select count(*)::int as count
    from post p
    where ${IN_QUESTION}`,
};
