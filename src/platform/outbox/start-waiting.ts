/** Runs for posts that waited in another instance until now. */

/**
 * The statement that gives a run to each waiting post of an organisation (its parameter), and counts the
 * posts. The relay starts the runs; a microsecond apart, so that they start in the order of their dates. A
 * thread that is partly published goes on.
 */
export const START_WAITING = `with waiting as (
    select post_group_id as id, count(*)::int as posts, min(publish_at) as due from post
    where organization_id = ? and deleted_at is null and state in ('scheduled', 'publishing')
    group by post_group_id),
  message as (
    insert into outbox (id, kind, post_group_id, available_at)
    select gen_random_uuid(), 'start_group', id,
      clock_timestamp() + row_number() over (order by due, id) * interval '1 microsecond'
    from waiting)
  select coalesce(sum(posts), 0)::int as count from waiting`;
