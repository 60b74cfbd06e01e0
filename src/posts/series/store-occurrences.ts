/** Makes posts of a series out of the one that stands for its coming dates: one statement for many. */
import type { Statement } from '../../platform/database.ts';
import { milliseconds } from '../../platform/milliseconds.ts';
import type { Parting } from './series-rows.ts';

/** A post to make: the post `fromId`, as it was read, on another date. */
export interface OccurrenceToStore {
  readonly id: string;
  readonly fromId: string;
  /** Date and rule with which the date was computed: a post that was changed since is left to the next
   * pass. */
  readonly seenMs: number;
  readonly seenRule: string | null;
  readonly publishAt: Date;
  readonly repeatTime: string | null;
  readonly repeatRule: string | null;
  readonly intervalDays: number | null;
  /** The series that it belongs to; null = that of the post that it is made from. */
  readonly seriesId: string | null;
  /** Whether it takes over the coming dates: a post has one such successor. */
  readonly succeeds: boolean;
  /** What a choice of posts did to the series, to take it back. */
  readonly parting?: Parting;
}

export const STORE_OCCURRENCES: Statement = {
  name: 'repeat-posts',
  text: `with
  asked as (
    select *
    from jsonb_to_recordset($1::jsonb) as u (new_id uuid, from_id uuid, seen_ms float8, seen_rule text,
      next_at timestamptz, next_time time, next_rule text, next_days int, series uuid, succeeds boolean,
      parting jsonb)
  ),
  -- Before the posts, as the deletion of a channel locks them.
  channel as (
    select i.id
    from integration i
    where i.id in (select p.integration_id from post p join asked on asked.from_id = p.id)
      and i.deleted_at is null
    order by i.id
    for key share
  ),
  -- Locked, so that nobody changes the rule of a series between the reading of its date and this.
  planned as (
    select p.*, gen_random_uuid() as new_group, u.new_id, u.next_at, u.next_time, u.next_rule, u.next_days,
      coalesce(u.series, p.series_id, p.id) as next_series, u.succeeds, u.parting
    from asked u
    join post p on p.id = u.from_id and (${milliseconds('p.publish_at')})::float8 = u.seen_ms
      and p.repeat_rule is not distinct from u.seen_rule
    where p.integration_id = any (array(select id from channel))
      and (p.interval_days is not null or p.repeat_rule is not null)
      and p.deleted_at is null
      and p.state not in ('draft', 'cancelled')
    for no key update of p
  ),
  -- Of two passes at once the second waits here for the first, and makes nothing: repeat_of is unique.
  made as (
    insert into post (id, post_group_id, organization_id, integration_id, public_group, own_group,
      state, publish_at, settings, short_link, interval_days, repeat_time, repeat_rule, repeat_of, series_id)
    select new_id, new_group, organization_id, integration_id, gen_random_uuid(), own_group,
      'scheduled', next_at, settings, short_link, next_days, next_time, next_rule,
      case when succeeds then id end, next_series
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
    where $2
    group by organization_id
    order by organization_id
    on conflict (organization_id, month) do update set posts = usage.posts + excluded.posts
  ),
  event as (
    insert into post_event (post_id, kind, detail)
    select new_id, 'accepted', jsonb_build_object(
      'type', 'repetition',
      'publishAt', to_char(next_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))
      || case when parting is null then '{}'::jsonb else jsonb_build_object('parting', parting) end
    from next
  ),
  message as (
    insert into outbox (id, kind, post_group_id)
    select gen_random_uuid(), 'start_group', next.new_group
    from next
  )
  select new_id as id from next`,
};

/** The values of `STORE_OCCURRENCES`. `counts`: whether the instance has plans, which count the posts. */
export const occurrenceValues = (posts: readonly OccurrenceToStore[], counts: boolean): unknown[] => [
  JSON.stringify(
    posts.map((post) => ({
      new_id: post.id,
      from_id: post.fromId,
      seen_ms: post.seenMs,
      seen_rule: post.seenRule,
      next_at: post.publishAt,
      next_time: post.repeatTime,
      next_rule: post.repeatRule,
      next_days: post.intervalDays,
      series: post.seriesId,
      succeeds: post.succeeds,
      parting: post.parting,
    })),
  ),
  counts,
];
