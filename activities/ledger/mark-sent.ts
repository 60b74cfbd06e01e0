import type { Json } from '../../providers/_kit/contract.ts';
import type { Database, Statement } from '../../src/platform/database.ts';
import { MAY_SEND } from '../../src/platform/may-send.ts';
import { FROZEN_SQL } from './claim-statement.ts';
import { JOIN_EARLIER } from './part-due.ts';
import type { PartKey } from './part-key.ts';

/** A request that may be sent. */
export interface PreparedPart {
  readonly request: Json;
  /**
   * How long the request may be sent, if this try made it; null = without a limit. Absent if an earlier try
   * made it.
   */
  readonly forMs?: number | null;
}

const MARK_SENT: Statement = {
  name: 'mark-sent',
  text: `${MAY_SEND} with
  -- Only while the fence is mine, the post is still to be published at this revision, and a repeat is safe.
  -- And only while the part is the next one: an answer to a send of an earlier revision may come late, and the
  -- part before may give way. Both are locked, so that they are read as the previous holder left them.
  attempt as (
    update publish_attempt
    set phase = 'sent', sent_at = clock_timestamp(), call_ended_at = null, lost_at = null, failed_looks = 0,
      prepared = $4::jsonb,
      prepared_until = case
        when $7 then clock_timestamp() + $8::float8 * interval '1 millisecond'
        else prepared_until
      end
    where post_item_id = $1 and revision = $2 and fence = $3 and phase in ('intent', 'repeat')
      and coalesce(resend_until > clock_timestamp(), true)
      and exists (
        select 1
        from post p
        join organization o on o.id = p.organization_id
        join post_item it on it.id = $1
        ${JOIN_EARLIER}
        where p.id = $5 and p.state = 'publishing' and p.revision = $2 and not ${FROZEN_SQL}
          and it.published_at is null
          and (earlier.id = it.id or earlier.published_at is not null)
        for update of p, it, earlier
      )
    returning resends > 0 as again
  ),
  event as (
    insert into post_event (post_id, kind, detail)
    select $5, 'request_sent', jsonb_build_object('part', $6 + 1, 'again', again)
    from attempt
  )
  select 1 as ok from attempt`,
};

/**
 * The last step before the irreversible call. Returns false when nothing may be sent: another worker took
 * over, the post changed, the part is published by now or the one before it is not, or the time for a repeat
 * is over.
 */
export async function markSent(
  db: Database,
  key: PartKey,
  fenceId: string,
  prepared: PreparedPart,
): Promise<boolean> {
  const { itemId, revision, postId, position } = key;
  const { request, forMs } = prepared;
  const made = forMs !== undefined;
  const values = [itemId, revision, fenceId, JSON.stringify(request), postId, position, made, forMs ?? null];
  return (await db.query(MARK_SENT, values)).length === 1;
}
