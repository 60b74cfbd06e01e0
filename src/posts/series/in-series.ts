const STANDS_FOR_MORE = `(p.interval_days is not null or p.repeat_rule is not null)
    and not exists (select 1 from post n where n.repeat_of = p.id)`;

/** Whether more posts of its series wait beside the post `p`: SQL. */
export const IN_SERIES = `(${STANDS_FOR_MORE} or exists (
    select 1
    from post s
    where s.id <> p.id
      and s.organization_id = p.organization_id
      and (s.series_id = coalesce(p.series_id, p.id) or s.id = p.series_id)
      and s.deleted_at is null
      and s.state in ('draft', 'scheduled', 'missed')))`;
