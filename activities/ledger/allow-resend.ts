import type { Json } from '../../providers/_kit/contract.ts';
import type { Database, Statement } from '../../src/platform/database.ts';
import type { PartKey } from './part-key.ts';

const ALLOW_RESEND: Statement = {
  name: 'allow-resend',
  text: `with
  attempt as (
    update publish_attempt
    set phase = 'intent', sent_at = null, provider_ref = null, evidence = evidence || $3::jsonb,
      prepared = case when $5 then prepared end, prepared_until = null, uploads = null
    where post_item_id = $1 and revision = $2 and phase = 'sent'
    returning 1
  ),
  -- Not when the post has ended meanwhile.
  open as (
    update post
    set state = 'publishing', updated_at = now()
    where id = $4 and state in ('publishing', 'processing', 'unconfirmed') and exists (select 1 from attempt)
    returning id
  ),
  event as (
    insert into post_event (post_id, kind, detail)
    select id, 'will_send_again', $3::jsonb
    from open
  )
  select 1 as ok from open`,
};

/**
 * A look at the network allows a second send. `identical` keeps the prepared request, for however long it
 * takes, so that the very same one is sent; otherwise everything is prepared anew.
 */
export async function allowResend(
  db: Database,
  { itemId, revision, postId }: PartKey,
  { detail, identical }: { detail: Record<string, Json>; identical: boolean },
): Promise<void> {
  await db.query(ALLOW_RESEND, [itemId, revision, JSON.stringify(detail), postId, identical]);
}
