/** How late posts appear on their networks. */
import type { Database, Statement } from '../../platform/database.ts';

/** The lateness of the posts of the last seven days, at most the last hundred of each channel. */
export interface Lateness {
  readonly posts: number;
  readonly p50Ms: number | null;
  readonly p99Ms: number | null;
}

// A few rows of an index for each channel: the cost does not grow with the number of posts.
const LATENESS: Statement = {
  name: 'instance-lateness',
  text: `select count(*)::int as posts,
    percentile_cont(0.5) within group (order by last.lateness_ms) as "p50Ms",
    percentile_cont(0.99) within group (order by last.lateness_ms) as "p99Ms"
  from integration i
  cross join lateral (
    select p.lateness_ms, p.published_at
    from post p
    where p.integration_id = i.id and p.published_at is not null and p.deleted_at is null
    order by p.published_at desc
    limit 100
  ) last
  where i.deleted_at is null
    and last.lateness_ms is not null
    and last.published_at > now() - interval '7 days'`,
};

/** Null values when nothing was published. */
export async function readLateness(database: Pick<Database, 'query'>): Promise<Lateness> {
  const [row] = await database.query<Lateness>(LATENESS);
  return row ?? { posts: 0, p50Ms: null, p99Ms: null };
}
