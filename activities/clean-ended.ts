/** Removes rows that have ended and that nobody asks for any more, some in each pass of the reconciler. */
import { LISTENER_MINUTES } from '../src/platform/entities/events.ts';
import type { Database, Statement } from '../src/platform/database.ts';

/**
 * Ended rows to delete, by table. A row that decides something is kept for as long as it may be needed: a
 * code while its second use must be noticed, an event from the payment provider while it may be sent again, a
 * state of connecting while its user must still learn that it has expired.
 */
const ENDED: Readonly<Record<string, string>> = {
  session: 'expires_at < now()',
  connect_state: "expires_at < now() - interval '1 day'",
  user_token: "expires_at < now() - interval '1 day'",
  invitation: "expires_at < now() - interval '90 days'",
  oauth_code: "created_at < now() - interval '30 days' and state <> 'issued'",
  // One whose people are still to be notified of its end stays.
  oauth_token: `revoked_at < now() - interval '90 days'
      and (notified_at is not null or revoked_reason in ('replaced', 'organization_deleted'))`,
  // The number of a post's last event goes on being counted by the post itself.
  webhook_event: `at < now() - interval '30 days'
      and not exists (select 1 from webhook_delivery d where d.event_id = webhook_event.id and d.state = 'pending')`,
  webhook_listener: `asked_at < now() - interval '${LISTENER_MINUTES} minutes'`,
  billing_event: "received_at < now() - interval '90 days'",
};

// Rows that are locked at the moment are left to the next pass.
const ROWS = Object.entries(ENDED).map(([table, ended]): Statement => ({
  name: `clean-${table.replaceAll('_', '-')}`,
  text: `delete from ${table}
    where id in (
      select id
      from ${table}
      where ${ended}
      limit $1
      for update skip locked
    )
    returning id`,
}));

// A channel that is deleted never comes back: the account gets another one. A day has no id of its own.
const NUMBERS: Statement = {
  name: 'clean-numbers',
  text: `delete from metric_day
    where ctid = any(array(
      select m.ctid
      from integration i
      join metric_day m on m.integration_id = i.id
      where i.deleted_at is not null
      limit $1
      for update of m skip locked
    ))
    returning 1`,
};

/** Removes what has ended, at most `limit` rows of each table. @returns how many rows there were */
export async function cleanEnded(database: Database, limit: number): Promise<number> {
  let removed = 0;
  for (const statement of [...ROWS, NUMBERS]) removed += (await database.query(statement, [limit])).length;
  return removed;
}
