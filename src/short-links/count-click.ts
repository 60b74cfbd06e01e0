/** Clicks on our own short links: how many, by day and by the host that visitors came from. */
import type { NumberName } from '../../providers/_kit/number-names.ts';
import type { Statement } from '../platform/database.ts';

/** How many hosts of a day are distinguished; anybody can make some up. */
const MAX_REFERRERS = 200;
/** How the numbers of a post name its clicks. */
export const CLICKS_LABEL = 'Short link clicks' satisfies NumberName;

/**
 * Counts one: `$1` the link, `$2` the referrer's host, `$3` whether it was a bot. Clicks of people are also
 * among the numbers of the post, as its network's own are, unless the post is deleted. That they are there
 * does not mean that the network was asked.
 */
export const COUNT: Statement = {
  name: 'short-link-count',
  text: `with
  today as (
    select (clock_timestamp() at time zone 'UTC')::date as day
  ),
  counted as (
    insert into short_link_click as c (short_link_id, day, referrer, is_bot, clicks)
    select $1::uuid, day, case
        when $2 = '' or (
          select count(*) filter (where k.referrer = $2) > 0 or count(*) < ${MAX_REFERRERS}
          from short_link_click k
          where k.short_link_id = $1::uuid and k.day = today.day
        ) then $2
        else 'other'
      end, $3::boolean, 1
    from today
    on conflict (short_link_id, day, referrer, is_bot) do update set clicks = c.clicks + 1
  )
  insert into metric_day as m (integration_id, post_id, label, day, total, place, per_day, read_at)
  select p.integration_id, p.id, '${CLICKS_LABEL}', day, 1, 1000, true, to_timestamp(0)
  from today, short_link l
  join post p on p.id = l.post_id and p.deleted_at is null
  where l.id = $1::uuid and not $3::boolean
  on conflict (integration_id, post_id, label, day) do update set total = m.total + 1`,
};

/** The host of the page on which a link was clicked, without www; empty if the browser does not send it. */
export function referrerOf(referer: string): string {
  const url = URL.parse(referer);
  const host = url && /^(?:https?|android-app):$/.test(url.protocol) ? url.hostname : '';
  return host
    .toLowerCase()
    .replace(/^www\./, '')
    .slice(0, 253);
}
