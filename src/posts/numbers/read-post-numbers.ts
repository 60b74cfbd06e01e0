/** Posts of the last days with their newest numbers. */
import { FILTERED, filterValues, type ChannelFilter } from '../../channels/all-numbers.ts';
import type { Reader, Statement } from '../../platform/database.ts';

/** A post and what its network shows of it. */
interface PostNumbers {
  readonly id: string;
  readonly content: string;
  readonly publishedMs: number;
  readonly url: string | null;
  readonly channel: { id: string; identifier: string; name: string; picture: string | null };
  readonly numbers: readonly { readonly label: string; readonly total: number }[];
  /** What they are ordered by; null: by their dates, or this one has no such number. */
  readonly sorted: number | null;
}

/** Posts whose network shows no interactions. */
interface Unranked {
  readonly provider: string;
  readonly posts: number;
}

/**
 * What people did with a post: added up, it ranks posts of all networks. Not among them is what is only seen,
 * nor a sum that a network makes of some of them (`Notes`, `Engagements`).
 */
const INTERACTIONS: readonly string[] = [
  'Bookmarks',
  'Comments',
  'Likes',
  'Quotes',
  'Reactions',
  'Reblogs',
  'Recasts',
  'Replies',
  'Reposts',
  'Saves',
  'Shares',
  'Upvotes',
];

export interface PostNumbersFilter extends ChannelFilter {
  readonly days: number;
  /** The label of the number by which they are ordered, the largest first; null = the newest post first. */
  readonly sort: string | null;
  /** Those with the most interactions first; `sort` counts no more. */
  readonly best: boolean;
  readonly page: number;
}

const PAGE = 20;
/** How many posts of a channel show which numbers its network has. */
const LABELLED = 20;

interface Found {
  readonly posts: readonly PostNumbers[];
  readonly labels: string[];
}

/** The posts that were published in the last `$4` days, today (UTC) included. */
export const POSTS = `from post p
    join integration i on i.id = p.integration_id
    where ${FILTERED}
      and p.deleted_at is null
      and p.published_at >= ((now() at time zone 'UTC')::date - $4::int + 1) at time zone 'UTC'`;

// What a network counts by the day is added up; of anything else the newest counts. Only for the posts that
// are shown all of it is read: a month of a busy channel is hundreds of thousands of rows.
const READ: Statement = {
  name: 'read-post-numbers',
  text: `with own as (
      select p.id, p.integration_id, p.published_at, p.release_url,
        json_build_object('id', i.id, 'identifier', i.provider, 'name', i.name, 'picture', i.picture) as channel,
        row_number() over (partition by i.id order by p.published_at desc) as place
      ${POSTS}
        and exists (
          select 1
          from metric_day m
          where m.integration_id = p.integration_id and m.post_id = p.id
        )
    ),
    shown as (
      select own.*, sorted.total
      from own
      left join lateral (
        select sum(newest.total) as total
        from unnest($5::text[]) as wanted(label)
        cross join lateral (
          select case when m.per_day then (
              select sum(d.total)
              from metric_day d
              where d.integration_id = m.integration_id and d.post_id = m.post_id and d.label = m.label
            ) else m.total end as total
          from metric_day m
          where m.integration_id = own.integration_id and m.post_id = own.id and m.label = wanted.label
          order by m.day desc
          limit 1
        ) newest
      ) sorted on true
      order by sorted.total desc nulls last, published_at desc, id
      limit $6 offset $7
    ),
    post as (
      select shown.id, left(coalesce(s.content, ''), 1000) as content, shown.release_url as url, channel,
        shown.total as sorted,
        (extract(epoch from shown.published_at) * 1000)::float8 as "publishedMs",
        (
          select json_agg(json_build_object('label', label, 'total', total) order by place, label)
          from (
            select label, max(place) as place,
              case when bool_or(per_day) then sum(total) else (array_agg(total order by day desc))[1] end as total
            from metric_day m
            where m.integration_id = shown.integration_id and m.post_id = shown.id
            group by label
          ) number
        ) as numbers
      from shown
      left join post_item s on s.post_id = shown.id and s.position = 0
      order by shown.total desc nulls last, shown.published_at desc, shown.id
    ),
    known as (
      select m.label
      from own
      join metric_day m on m.integration_id = own.integration_id and m.post_id = own.id
      where own.place <= ${LABELLED}
      group by m.label
      order by count(distinct m.post_id) desc, m.label
      limit 50
    )
    select coalesce((select json_agg(post) from post), '[]') as posts, array(select label from known) as labels`,
};

const UNRANKED: Statement = {
  name: 'read-unranked-posts',
  text: `select i.provider, count(*)::int as posts
    ${POSTS}
      and not exists (
        select 1
        from metric_day m
        where m.integration_id = p.integration_id and m.post_id = p.id and m.label = any($5::text[])
      )
    group by i.provider
    order by i.provider`,
};

/** How many posts of each network the ranking lacks, as they have no interactions that are known. */
export const readUnranked = (
  database: Reader,
  { days, ...filter }: Pick<PostNumbersFilter, 'days'> & ChannelFilter,
): Promise<Unranked[]> => database.query<Unranked>(UNRANKED, [...filterValues(filter), days, INTERACTIONS]);

/** One page of posts that have numbers, and every label that there is, the most frequent first. */
export async function readPostNumbers(
  database: Reader,
  { days, sort, best, page, ...filter }: PostNumbersFilter,
): Promise<{ posts: readonly PostNumbers[]; labels: string[]; hasMore: boolean }> {
  const labelled = best ? INTERACTIONS : sort === null ? [] : [sort];
  const values = [...filterValues(filter), days, labelled, PAGE + 1, page * PAGE];
  const [{ posts, labels } = { posts: [], labels: [] }] = await database.query<Found>(READ, values);
  return { posts: posts.slice(0, PAGE), labels, hasMore: posts.length > PAGE };
}
