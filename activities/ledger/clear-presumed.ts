import type { Database, Statement } from '../../src/platform/database.ts';
import type { PartKey } from './part-key.ts';

// The look may be wrong, so the row remembers that something may have been sent (`resends`).
const CLEARED = `phase = 'intent', presumed = false, resends = resends + 1, sent_at = null,
      call_ended_at = null, provider_ref = null, prepared = null, prepared_until = null, uploads = null`;

// Later parts would be attached to this one, so they are not published either.
const CLEAR: Statement = {
  name: 'clear-presumed',
  text: `with
  open as (
    select id
    from post
    where id = $4 and revision = $2 and state = 'publishing'
    for update
  ),
  cleared as (
    update publish_attempt
    set ${CLEARED}
    where post_item_id = $1 and revision = $2 and fence = $3 and phase = 'sent' and presumed
      and exists (select 1 from open)
    returning 1
  ),
  later as (
    update publish_attempt a
    set ${CLEARED}
    from post_item i
    where i.id = a.post_item_id and i.post_id = $4 and i.position > $5 and a.revision = $2
      and a.phase = 'sent' and a.presumed and exists (select 1 from cleared)
  ),
  waits as (
    update post
    set state = case when $5 = 0 then 'scheduled' else state end, updated_at = now()
    where id in (select id from open) and exists (select 1 from cleared)
    returning id
  ),
  event as (
    insert into post_event (post_id, kind, detail)
    select id, 'looked_up', jsonb_build_object('part', $5 + 1, 'reason', $6::text)
    from waits
  )
  select 1 as ok from waits`,
};

/**
 * Clears a presumption: a look has shown that no other instance has sent the part. It waits again, and is
 * sent, or asked about, like anything overdue. Returns false when the part is no longer as it was read.
 */
export async function clearPresumed(
  db: Database,
  { itemId, revision, postId, position }: PartKey,
  fence: string,
  evidence: string,
): Promise<boolean> {
  const values = [itemId, revision, fence, postId, position, evidence];
  return (await db.query(CLEAR, values)).length === 1;
}
