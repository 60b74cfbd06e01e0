/** The short links of a post with their clicks, as its page and the API show them. */
import type { Reader, Statement } from '../platform/database.ts';

/** A link as it stands in the text, and what was sent instead. Clicks of bots are counted apart. */
export interface ShortLink {
  readonly url: string;
  readonly shortUrl: string;
  readonly clicks: number;
  readonly botClicks: number;
  /** By the host that people came from, the most first; empty = the browser did not say. */
  readonly referrers: readonly { readonly host: string; readonly clicks: number }[];
}

const READ: Statement = {
  name: 'short-links-of-post',
  text: `select l.url, l.short_url as "shortUrl",
      coalesce((select sum(clicks) from short_link_click c where c.short_link_id = l.id and not is_bot), 0)::int as clicks,
      coalesce((select sum(clicks) from short_link_click c where c.short_link_id = l.id and is_bot), 0)::int
        as "botClicks",
      coalesce((
        select json_agg(json_build_object('host', referrer, 'clicks', clicks) order by clicks desc, referrer)
        from (
          select referrer, sum(clicks)::int as clicks
          from short_link_click c
          where c.short_link_id = l.id and not is_bot
          group by referrer
          order by 2 desc, 1
          limit 20
        ) hosts
      ), '[]') as referrers
    from short_link l
    where l.post_id = $1 and l.short_url <> l.url
    order by l.created_at, l.id`,
};

export const readShortLinks = (database: Reader, postId: string): Promise<ShortLink[]> =>
  database.query<ShortLink>(READ, [postId]);
