import type { Json } from '../../providers/_kit/contract.ts';
import type { Database, Statement } from '../../src/platform/database.ts';
import type { PartKey } from './part-key.ts';

// The fence names the send that was looked for: a look that took long must not allow a second send in the
// place of a third.
const ALLOW_RESEND: Statement = {
  name: 'allow-resend',
  text: `with
  -- Not when the post has ended meanwhile.
  open as (
    select id
    from post
    where id = $4 and revision = $2 and state in ('publishing', 'processing')
    for update
  ),
  attempt as (
    update publish_attempt
    set phase = case when $5 then 'repeat' else 'intent' end, sent_at = null, provider_ref = null,
      call_ended_at = null, resends = resends + 1, evidence = evidence || $3::jsonb,
      prepared = case when $5 then prepared end, prepared_until = null, uploads = null,
      earlier_sent_at = case when $5 then coalesce(earlier_sent_at, sent_at) end,
      resend_until = case when $5 then clock_timestamp() + $7 * interval '1 millisecond' end
    where post_item_id = $1 and revision = $2 and phase in ('sent', 'processing') and fence = $6
      and exists (select 1 from open)
    returning 1
  ),
  allowed as (
    update post
    set state = 'publishing', updated_at = now()
    where id in (select id from open) and exists (select 1 from attempt)
    returning id
  ),
  event as (
    insert into post_event (post_id, kind, detail)
    select id, 'will_send_again', $3::jsonb
    from allowed
  )
  select 1 as ok from allowed`,
};

/**
 * Allows a second send after a lookup on the network. `identical` keeps the prepared request, however old it
 * gets, so that the very same one is sent within `forMs` (null = at any time); until something shows that the
 * first never arrived, the part may be published. Otherwise everything is prepared again. Returns false when
 * the part is no longer as it was when the look began.
 */
export async function allowResend(
  db: Database,
  { itemId, revision, postId }: PartKey,
  fence: string,
  allowed: { detail: Record<string, Json>; identical: boolean; forMs?: number },
): Promise<boolean> {
  const { detail, identical, forMs } = allowed;
  const values = [itemId, revision, JSON.stringify(detail), postId, identical, fence, forMs ?? null];
  return (await db.query(ALLOW_RESEND, values)).length === 1;
}
