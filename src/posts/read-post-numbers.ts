/** Posts of the last days with their newest numbers. */
import { FILTERED, filterValues, type ChannelFilter } from '../channels/all-numbers.ts';
import type { Reader, Statement } from '../platform/database.ts';

/** A post and what its network shows of it. */
interface PostNumbers {
  readonly id: string;
  readonly content: string;
  readonly publishedMs: number;
  readonly url: string | null;
  readonly channel: { id: string; identifier: string; name: string; picture: string | null };
  readonly numbers: readonly { readonly label: string; readonly total: number }[];
}

export interface PostNumbersFilter extends ChannelFilter {
  readonly days: number;
  /** The label of the number by which they are ordered, the largest first; null = the newest post first. */
  readonly sort: string | null;
  readonly page: number;
}

const PAGE = 20;

/** The posts of a period: of the first `$4` days back. */
export const POSTS = `from post p
    join integration i on i.id = p.integration_id
    where ${FILTERED}
      and p.deleted_at is null
      and p.published_at >= ((now() at time zone 'UTC')::date - $4::int + 1) at time zone 'UTC'`;

// Numbers of single days are added up; otherwise the newest counts.
const NUMBERS = `select m.post_id, m.label, max(m.place) as place,
        case when bool_or(m.per_day) then sum(m.total)
          else (array_agg(m.total order by m.day desc))[1]
        end as total
      from metric_day m
      join (select p.id, p.integration_id ${POSTS}) own
        on own.id = m.post_id and own.integration_id = m.integration_id
      group by m.post_id, m.label`;

const READ: Statement = {
  name: 'read-post-numbers',
  text: `with number as (${NUMBERS}),
    found as (
      select post_id, jsonb_agg(jsonb_build_object('label', label, 'total', total) order by place, label) as numbers,
        max(total) filter (where label = $5) as sorted
      from number
      group by post_id
    )
    select p.id, left(coalesce(s.content, ''), 1000) as content, p.release_url as url,
      (extract(epoch from p.published_at) * 1000)::float8 as "publishedMs",
      json_build_object('id', i.id, 'identifier', i.provider, 'name', i.name, 'picture', i.picture) as channel,
      f.numbers
    from found f
    join post p on p.id = f.post_id
    join integration i on i.id = p.integration_id
    left join post_item s on s.post_id = p.id and s.position = 0
    order by f.sorted desc nulls last, p.published_at desc, p.id
    limit $6 offset $7`,
};
const LABELS: Statement = {
  name: 'read-post-number-labels',
  text: `select label
    from (${NUMBERS}) number
    group by label
    order by count(*) desc, label
    limit 50`,
};

/** One page of posts that have numbers, and every label that there is, the most frequent first. */
export async function readPostNumbers(
  database: Reader,
  { days, sort, page, ...filter }: PostNumbersFilter,
): Promise<{ posts: readonly PostNumbers[]; labels: string[]; hasMore: boolean }> {
  const values = [...filterValues(filter), days];
  const [rows, labels] = await Promise.all([
    database.query<PostNumbers>(READ, [...values, sort, PAGE + 1, page * PAGE]),
    database.query<{ label: string }>(LABELS, values),
  ]);
  return {
    posts: rows.slice(0, PAGE),
    labels: labels.map(({ label }) => label),
    hasMore: rows.length > PAGE,
  };
}
