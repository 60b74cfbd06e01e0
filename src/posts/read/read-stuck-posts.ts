/** Posts of the whole instance that do not go on by themselves, or should have gone on by now. */
import type { Database, Statement } from '../../platform/database.ts';
import { publishedElsewhere } from '../../platform/published-elsewhere.ts';

/** `overdue` and `publishing`: something is in the way. The others wait for a person. */
export interface StuckPost {
  readonly id: string;
  readonly organizationId: string;
  readonly organization: string;
  readonly channel: string;
  readonly provider: string;
  readonly kind: 'overdue' | 'publishing' | 'unconfirmed' | 'missed';
  readonly publishAtMs: number;
}

// Between the parts of a thread, a post waits in the state `publishing`; it is not stuck then.
const STUCK: Statement = {
  name: 'stuck-posts',
  text: `
    select p.id, p.organization_id as "organizationId", case p.state when 'scheduled' then 'overdue' else p.state end as kind,
      o.name as organization, c.name as channel, c.provider,
      (extract(epoch from p.publish_at) * 1000)::float8 as "publishAtMs"
    from post p
    join organization o on o.id = p.organization_id
    join integration c on c.id = p.integration_id
    left join lateral (
      select i.delay_minutes from post_item i
      where i.post_id = p.id and i.published_at is null
      order by i.position
      limit 1
    ) next_part on true
    where p.deleted_at is null
      and p.hold is null
      and not ${publishedElsewhere('p.organization_id')}
      and (
        (p.state = 'scheduled' and p.publish_at < now() - interval '2 minutes')
        or p.state in ('unconfirmed', 'missed')
        or (
          p.state = 'publishing'
          and p.updated_at + interval '1 minute' * coalesce(next_part.delay_minutes, 0)
            < now() - interval '10 minutes'
        )
      )
    order by p.publish_at
    limit $1::int`,
};

/** Oldest first; all of them without `limit`. */
export function readStuckPosts(
  database: Pick<Database, 'query'>,
  limit: number | null = null,
): Promise<StuckPost[]> {
  return database.query<StuckPost>(STUCK, [limit]);
}
