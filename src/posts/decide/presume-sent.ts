/**
 * The presumption, after a backup was restored, that its due posts were sent since: by the instance that it
 * was made of, which went on until it was stopped. Nobody knows when that was, so the presumption holds for
 * each part that is due when the restored instance is resumed, also for a part that waits for something else.
 * Such a part is looked for on its network (`activities/look-at-list.ts`), and is not sent before that look.
 */
import type { Statement } from '../../platform/database.ts';
import { publishedElsewhere } from '../../platform/published-elsewhere.ts';

const IS_DUE = `p.deleted_at is null
      and p.state in ('scheduled', 'publishing')
      and p.publish_at <= now()
      and not ${publishedElsewhere('p.organization_id')}`;

const DUE_POSTS = `waiting as (
    select p.id, p.revision, p.state, p.publish_at, p.post_group_id
    from post p
    where ${IS_DUE} and ($4::uuid is null or p.organization_id = $4)
    for update of p
  )`;

// A part is due at the earliest when the delays of the parts before it have passed. They count from the last
// part that is published, or else from the date of the post.
const DUE_PARTS = `part as (
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

// An attempt that the backup has keeps its time: the other instance may know how it ended, and may have sent
// the part again. One that the network had accepted is left as it is, and asked about as always.
const ATTEMPTS = `attempt as (
    insert into publish_attempt (id, post_item_id, revision, phase, fence, sent_at, call_ended_at, presumed)
    select gen_random_uuid(), id, revision, 'sent', gen_random_uuid(), $1, clock_timestamp(), true
    from part
    on conflict (post_item_id, revision) do update
      set phase = 'sent', fence = excluded.fence, call_ended_at = clock_timestamp(), presumed = true,
        sent_at = least(publish_attempt.earlier_sent_at, publish_attempt.sent_at, excluded.sent_at),
        earlier_sent_at = null, resend_until = null, lost_at = null, failed_looks = 0, rejection = null
      where publish_attempt.phase in ('intent', 'repeat', 'sent')
    returning post_item_id
  )`;

/** The posts with the first part that is presumed to be sent, and how much later each is looked for. */
const PRESUMED = `presumed as (
    select w.*, min(part.position) + 1 as part,
      (row_number() over (order by w.publish_at, w.id) - 1)
        * (make_interval(secs => $3::int * 60) / greatest(count(*) over (), 1)) as after
    from waiting w
    join part on part.post_id = w.id
    join attempt on attempt.post_item_id = part.id
    group by w.id, w.revision, w.state, w.publish_at, w.post_group_id
  )`;

// A dropped post is held as one that may be published: only a person decides about it.
const CHANGED = `changed as (
    update post p
    set state = 'publishing', hold = case when $2 = 'drop' then 'frozen' end, updated_at = now(),
      publish_at = case when presumed.after is null or presumed.state = 'publishing' then p.publish_at
        else now() + presumed.after end,
      decided_at = case when $2 = 'respread' or p.state = 'publishing' then now() else p.decided_at end
    from presumed
    where p.id = presumed.id
  )`;

/** Why the end of a send is not known: the database is a backup, or a standby that took over. */
type Why = 'restored' | 'promoted';

const events = (why: Why): string => `event as (
    insert into post_event (post_id, kind, detail)
    select id, 'outcome_unknown', jsonb_build_object('part', part, 'why', '${why}', 'backupAt', $1::timestamptz)
    from presumed
  )`;

// A microsecond apart, so that the relay delivers them in the order of their dates.
const WAKE_RUNS = `insert into outbox (id, kind, post_group_id, post_id, available_at)
  select gen_random_uuid(), 'wake_post', post_group_id, id,
    clock_timestamp() + row_number() over (order by publish_at, id) * interval '1 microsecond'
  from presumed
  where $2 <> 'drop'
  returning post_id as "postId"`;

/**
 * The statement that records the presumption, and returns the posts that are looked for. `$1`: the moment of
 * the backup; `$2`: what was chosen for overdue posts (`drop`, `respread`, …); `$3`: over how many minutes
 * the looks are spread; `$4`: the organisation, null for all.
 */
export const presumeSent = (why: Why): Statement => ({
  name: `presume-sent-${why}`,
  text: `with ${[DUE_POSTS, DUE_PARTS, ATTEMPTS, PRESUMED, CHANGED, events(why)].join(',\n  ')}
  ${WAKE_RUNS}`,
});

export const PRESUME_SENT = presumeSent('restored');

/** The number of posts that a resume would presume to be sent. */
export const COUNT_PRESUMED: Statement = {
  name: 'count-presumed',
  text: `select count(*)::int as count
    from post p
    where ${IS_DUE}`,
};
