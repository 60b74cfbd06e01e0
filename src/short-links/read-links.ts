/** The short links of a post with their clicks, as its page and the API show them. */
import type { Reader, Statement } from '../platform/database.ts';

/** A link as it stands in the text, and what was sent instead. Clicks of bots are counted apart. */
export interface ShortLink {
  readonly url: string;
  readonly shortUrl: string;
  /** Who made it, and counts its clicks: `crier`, or a service. */
  readonly service: string;
  /** A person switched it off (switch-link.ts). */
  readonly disabled: boolean;
  /** Null where the service does not report it, or was not asked yet (collect-clicks.ts). */
  readonly clicks: number | null;
  readonly botClicks: number;
  /** By the host that people came from, the most first; empty = the browser did not send it. */
  readonly referrers: readonly { readonly host: string; readonly clicks: number }[];
}

const READ: Statement = {
  name: 'short-links-of-post',
  text: `select l.url, l.short_url as "shortUrl", l.service, l.disabled_at is not null as disabled,
      coalesce(
        (select sum(clicks) from short_link_click c where c.short_link_id = l.id and not is_bot),
        case when l.service = 'crier' then 0 end
      )::float8 as clicks,
      coalesce((select sum(clicks) from short_link_click c where c.short_link_id = l.id and is_bot), 0)::float8
        as "botClicks",
      coalesce((
        select json_agg(json_build_object('host', referrer, 'clicks', clicks) order by clicks desc, referrer)
        from (
          select referrer, sum(clicks)::float8 as clicks
          from short_link_click c
          where c.short_link_id = l.id and not is_bot and l.service = 'crier'
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
