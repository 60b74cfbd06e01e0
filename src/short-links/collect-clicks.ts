/**
 * Clicks of links that a service has made, read from it every day: it counts, and Crier stores its numbers.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Statement } from '../platform/database.ts';
import { CLICKS_LABEL } from './count-click.ts';
import type { ShortLinkDeps } from './make-links.ts';
import { clicksAt, configuredShorteners, type Configured, type ShortenerConfig } from './services/index.ts';
import { LinkRefused, ShortenerAway } from './services/service.ts';

/** Links of older posts are hardly followed any more. */
export const CLICK_DAYS = 30;
const MAX_LINKS = 50;

/** The services that are set up here and report how often their links are followed. */
export const countingServices = (config: ShortenerConfig): string[] =>
  configuredShorteners(config).flatMap(({ shortener: { name, clicks } }) => (clicks ? [name] : []));

/** Whether the channel `i` has published links of the services `list`, which is a parameter with an array. */
export const hasLinksOf = (list: string): string => `(cardinality(${list}::text[]) > 0 and exists (
        select 1
        from post lp
        join short_link l on l.post_id = lp.id
        where lp.integration_id = i.id
          and lp.published_at > now() - interval '${CLICK_DAYS} days'
          and l.service = any(${list}::text[])
      ))`;

const LINKS: Statement = {
  name: 'collect-clicks-links',
  text: `select l.id, l.code as key, l.service
    from short_link l
    join post p on p.id = l.post_id
    where p.integration_id = $1
      and p.deleted_at is null
      and p.published_at > now() - interval '${CLICK_DAYS} days'
      and l.service = any($2)
    order by p.published_at desc, l.id
    limit ${MAX_LINKS}`,
};

/**
 * Notes that the link `$1` was followed `$2` times in all by people, `$3` by bots: what was not known before
 * is counted for today. A service that counts less than before changes nothing.
 */
const KEEP: Statement = {
  name: 'collect-clicks-keep',
  text: `with
  fresh_clicks as (
    select is_bot, greatest(0, total - coalesce(known, 0)) as fresh, total > coalesce(known, -1) as is_new,
      (clock_timestamp() at time zone 'UTC')::date as day
    from (values (false, $2::bigint), (true, $3::bigint)) as t(is_bot, total)
    cross join lateral (
      select sum(c.clicks) as known
      from short_link_click c
      where c.short_link_id = $1 and c.is_bot = t.is_bot
    ) k
  ),
  counted as (
    insert into short_link_click as c (short_link_id, day, referrer, is_bot, clicks)
    select $1, day, '', is_bot, fresh
    from fresh_clicks
    where is_new
    on conflict (short_link_id, day, referrer, is_bot) do update set clicks = c.clicks + excluded.clicks
  )
  insert into metric_day as m (integration_id, post_id, label, day, total, place, per_day, read_at)
  select p.integration_id, p.id, '${CLICKS_LABEL}', fresh_clicks.day, fresh_clicks.fresh, 1000, true, to_timestamp(0)
  from fresh_clicks, short_link l
  join post p on p.id = l.post_id and p.deleted_at is null
  where l.id = $1 and not fresh_clicks.is_bot and fresh_clicks.is_new
  on conflict (integration_id, post_id, label, day) do update set total = m.total + excluded.total`,
};

/** `pauseMs` between two links; `ends`: when to leave the rest for the next day. */
export interface CollectClicks {
  readonly integrationId: string;
  readonly pauseMs: number;
  readonly ends: AbortSignal;
}

/**
 * Reads the clicks of the channel's newest links. Returns a message about what is wrong with a service, if
 * anything.
 */
export async function collectClicks(
  deps: ShortLinkDeps,
  { integrationId, pauseMs, ends }: CollectClicks,
): Promise<string | null> {
  const names = countingServices(deps.config);
  if (!names.length) return null;
  const services = new Map<string, Configured>(
    configuredShorteners(deps.config).map((one) => [one.shortener.name, one]),
  );
  const links = await deps.database.query<{ id: string; key: string; service: string }>(LINKS, [
    integrationId,
    names,
  ]);
  const away = new Map<string, string>();
  for (const { id, key, service } of links) {
    const configured = services.get(service);
    if (!configured || away.has(service)) continue;
    if (ends.aborted) break;
    try {
      const clicks = await clicksAt(deps.egress, configured, key);
      if (clicks) await deps.database.query(KEEP, [id, clicks.people, clicks.bots]);
    } catch (error) {
      if (error instanceof ShortenerAway) away.set(service, error.message);
      else if (!(error instanceof LinkRefused)) throw error;
    }
    // aborted: the next turn notices it
    await sleep(pauseMs, undefined, { signal: ends }).catch(() => undefined);
  }
  return away.values().next().value ?? null;
}
