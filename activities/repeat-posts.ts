/** Posts with an interval: when one is due, the next one is made, regardless of this one. */
import { nextOccurrence } from '../src/posts/calendar/occurrences.ts';
import type { Database, Statement } from '../src/platform/database.ts';
import { milliseconds } from '../src/platform/milliseconds.ts';
import { publishedElsewhere, stoppedThere } from '../src/platform/published-elsewhere.ts';

const DUE: Statement = {
  name: 'repeat-due',
  // Posts of a series whose date has come and that have no next one yet. The next date is the first that has
  // not come: after an outage of weeks there is one next post, not one for each day that was missed. A
  // channel that is being deleted is waited for, so that nothing is made for it afterwards. A post that
  // the previous instance published counts from the moment at which that was stopped: nobody has published
  // what came due since. It may have sent the date of that day by another rhythm, so half an interval lies
  // between its last one and ours.
  text: `select p.id, (${milliseconds('p.publish_at')})::float8 as "publishMs",
      p.interval_days as "intervalDays",
      p.repeat_time::text as "repeatTime", o.time_zone as "timeZone",
      (${milliseconds('seen.at')})::float8 as "seenMs"
    from post p
    join integration i on i.id = p.integration_id
    join organization o on o.id = p.organization_id
    cross join lateral (select ${stoppedThere('p')} as stopped) there
    cross join lateral (
      select coalesce(
        case when there.stopped >= extract(epoch from p.publish_at) then greatest(
          to_timestamp(there.stopped),
          p.published_at + p.interval_days * interval '12 hours'
        ) end,
        now()
      ) as at
    ) seen
    where p.interval_days is not null
      and p.deleted_at is null
      and p.publish_at <= now()
      and p.state not in ('draft', 'cancelled')
      and i.deleted_at is null
      and not ${publishedElsewhere('p.organization_id')}
      and not exists (select 1 from post n where n.repeat_of = p.id)
    order by p.publish_at
    limit $1`,
};

// A post that was changed since it was read is left to the next pass.
const REPEAT: Statement = {
  name: 'repeat-posts',
  text: `with
  planned as (
    select p.*, next_at, next_time, gen_random_uuid() as new_id, gen_random_uuid() as new_group
    from unnest($1::uuid[], $2::float8[], $3::timestamptz[], $4::time[])
      as u (post_id, seen_ms, next_at, next_time)
    join post p on p.id = u.post_id and (${milliseconds('p.publish_at')})::float8 = u.seen_ms
    join integration i on i.id = p.integration_id
    where p.interval_days is not null
      and p.deleted_at is null
      and p.state not in ('draft', 'cancelled')
      and i.deleted_at is null
    for key share of i
  ),
  -- Of two passes at once the second waits here for the first, and makes nothing: repeat_of is unique.
  made as (
    insert into post (id, post_group_id, organization_id, integration_id, public_group, own_group,
      state, publish_at, settings, short_link, interval_days, repeat_time, repeat_of)
    select new_id, new_group, organization_id, integration_id, gen_random_uuid(), own_group,
      'scheduled', next_at, settings, short_link, interval_days, next_time, id
    from planned
    on conflict (repeat_of) do nothing
    returning id
  ),
  -- What was made, beside the post that it repeats.
  next as (
    select planned.*
    from planned
    join made on made.id = planned.new_id
  ),
  new_group as (
    insert into post_group (id, organization_id, creation_method, created_by_id)
    select next.new_group, next.organization_id, g.creation_method, g.created_by_id
    from next
    join post_group g on g.id = next.post_group_id
  ),
  new_item as (
    insert into post_item (id, post_id, position, content, media, delay_minutes)
    select gen_random_uuid(), next.new_id, i.position, i.content, i.media, i.delay_minutes
    from next
    join post_item i on i.post_id = next.id
  ),
  tagged as (
    insert into post_tag (post_id, tag_id, position)
    select next.new_id, t.tag_id, t.position
    from next
    join post_tag t on t.post_id = next.id
  ),
  -- With plans, each one counts as a post of the month that it is made in. It is made beyond the plan too:
  -- the series was accepted, and ending it unasked would lose posts.
  counted as (
    insert into usage (organization_id, month, posts)
    select organization_id, date_trunc('month', now() at time zone 'utc')::date, count(*)
    from next
    where $5
    group by organization_id
    order by organization_id
    on conflict (organization_id, month) do update set posts = usage.posts + excluded.posts
  ),
  event as (
    insert into post_event (post_id, kind, detail)
    select new_id, 'accepted', jsonb_build_object(
      'type', 'repetition',
      'publishAt', to_char(next_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))
    from next
  ),
  message as (
    insert into outbox (id, kind, post_group_id)
    select gen_random_uuid(), 'start_group', next.new_group
    from next
  )
  select new_id as id from next`,
};

interface Due {
  readonly id: string;
  readonly publishMs: number;
  readonly intervalDays: number;
  readonly repeatTime: string | null;
  readonly timeZone: string;
  readonly seenMs: number;
}

/**
 * Makes the next post of every series whose date has come, at most `limit`.
 *
 * @param counts whether the instance has plans, which count them
 * @returns how many
 */
export async function repeatPosts(database: Database, limit: number, counts = false): Promise<number> {
  const due = await database.query<Due>(DUE, [limit]);
  if (due.length === 0) return 0;
  const next = due.map((post) =>
    nextOccurrence({ ...post, publishAt: new Date(post.publishMs) }, new Date(post.seenMs)),
  );
  const made = await database.query(REPEAT, [
    due.map((p) => p.id),
    due.map((p) => p.publishMs),
    next.map((n) => n.publishAt),
    next.map((n) => n.repeatTime),
    counts,
  ]);
  return made.length;
}
