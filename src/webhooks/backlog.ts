/** How much may wait for one webhook, and what happens when more does. */
import type { Database, Statement } from '../platform/database.ts';

/**
 * Even a receiver that takes its ten seconds for each has handled this many within a day and a half, so
 * before they are too old.
 */
export const MAX_WAITING = 100_000;
/** How few must wait before new events are sent again: not one for each that was taken. */
const ROOM_BELOW = 90_000;

/** `$1` = this many are too many, `$2` = fewer than this leave room. */
const BOUND: Statement = {
  name: 'webhook-bound-backlogs',
  text: `with
    waiting as (
      select webhook_id, count(*)::int as count
      from webhook_delivery
      where state = 'pending'
      group by webhook_id
    ),
    changed as (
      update webhook w
      set full_since = case when before.full_since is null then clock_timestamp() end
      from webhook before
      left join waiting on waiting.webhook_id = before.id
      where w.id = before.id
        and case
          when before.full_since is null then waiting.count >= $1
          else coalesce(waiting.count, 0) < $2
        end
      returning w.id, w.organization_id, w.name, w.full_since, w.disabled_at, before.full_since as was_full_since
    )
    insert into notification (organization_id, kind, content)
    select organization_id, 'webhook_backlog', case
      when full_since is not null then 'The webhook "' || name || '" is too far behind: '
        || to_char($1::int, 'FM999,999,999') || ' deliveries wait for it. What happens from now on stands in its log as not sent'
      else 'The webhook "' || name || '" has room again. Not sent since '
        || to_char(was_full_since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') || ': '
        || (
          select to_char(count(*), 'FM999,999,990')
          from webhook_delivery d
          where d.webhook_id = changed.id and d.state = 'failed' and d.created_at >= was_full_since
        ) || '. Its page sends them again'
      end
    from changed
    where disabled_at is null`,
};

/** Marks webhooks for which too much waits, and those that have room again; their admins are notified. */
export async function boundBacklogs(database: Database): Promise<void> {
  await database.query(BOUND, [MAX_WAITING, ROOM_BELOW]);
}
