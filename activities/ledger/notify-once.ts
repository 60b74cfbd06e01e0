/**
 * A try that ends like the one before it adds no lines to the timeline: the line of the first try moves to
 * the end, with a count. `$5` is the post, `$4` the detail, `kind` the kind of the line; the CTE `attempt`
 * shows whether anything happened.
 */

/** Kinds of lines between two tries that change nothing. */
const BETWEEN = "('claimed', 'request_sent', 'will_retry', 'rate_limited')";

export const notifyOnce = (kind: string, detail = '$4::jsonb'): string => `recent as (
    select e.id, e.kind, e.at, e.detail
    from post_event e
    where e.post_id = $5
      and e.id > coalesce(
        (select max(o.id) from post_event o where o.post_id = $5 and o.kind not in ${BETWEEN}), 0)
  ),
  earlier as (
    select id, at, detail
    from recent
    where kind = ${kind}
      and detail -> 'part' = $4::jsonb -> 'part'
      and detail -> 'reason' = $4::jsonb -> 'reason'
      and exists (select 1 from attempt)
    order by id desc
    limit 1
  ),
  -- The line itself, and what this try said before it failed in the same way.
  forgotten as (
    delete from post_event e
    using earlier, recent
    where e.id = recent.id
      and (recent.id = earlier.id
        or recent.kind in ('claimed', 'request_sent')
          and recent.id > (select max(id) from recent where kind in ('will_retry', 'rate_limited')))
  ),
  event as (
    insert into post_event (post_id, kind, detail)
    select $5, ${kind}, ${detail} || coalesce(
      (
        select jsonb_build_object(
          'times', coalesce((earlier.detail ->> 'times')::int, 1) + 1,
          'since', coalesce(
            earlier.detail ->> 'since', to_char(earlier.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')))
        from earlier
      ),
      '{}')
    from attempt
  )`;
