import type { Json } from '../../providers/_kit/contract.ts';
import type { PostEventKind } from '../../src/entities/delivery.ts';
import type { Database, Statement } from '../../src/platform/database.ts';
import type { PostState } from '../../temporal/contract.ts';
import type { PartKey } from './part-key.ts';

const NOTE: Statement = {
  name: 'note-attempt',
  text: `with
  open as (
    select id
    from post
    where id = $5 and revision = $2 and state in ('publishing', 'processing')
    for update
  ),
  -- A repeat that will not be sent is again what its first send is: sent, with an unknown outcome. After an
  -- unknown outcome the call is over; verify needs to know since when.
  attempt as (
    update publish_attempt
    set phase = 'sent', sent_at = coalesce(sent_at, earlier_sent_at),
      provider_ref = coalesce($3::jsonb, provider_ref),
      evidence = evidence || (
        $4::jsonb
        || case
          when $6 = 'outcome_unknown' then jsonb_build_object('endedAt', clock_timestamp())
          else '{}'
        end
      )
    where post_item_id = $1 and revision = $2 and fence = $10
      and (phase = 'sent' or phase = 'intent' and earlier_sent_at is not null)
      and exists (select 1 from open)
    returning 1
  ),
  noted as (
    update post
    set state = coalesce($7, state), error_code = coalesce($8, error_code), error = coalesce($9, error),
      hold = case when $7 = 'unconfirmed' then null else hold end, updated_at = now()
    where id in (select id from open) and exists (select 1 from attempt)
    returning id, organization_id, integration_id, state, error
  ),
  event as (
    insert into post_event (post_id, kind, detail)
    select id, $6, $4::jsonb
    from noted
  ),
  notified as (
    insert into notification (organization_id, kind, post_id, integration_id, content)
    select organization_id, state, id, integration_id, error
    from noted
    where state = 'unconfirmed'
  )
  select 1 as ok from noted`,
};

/**
 * Something was learned about a part that may be out; it stays, or is again, `sent`. `fence` names the send.
 * False when it is not about the part as it is now: then nothing is written.
 */
export async function noteSent(
  db: Database,
  { itemId, revision, postId }: PartKey,
  fence: string | null,
  note: {
    kind: Extract<PostEventKind, 'outcome_unknown' | 'processing' | 'looked_up' | 'unconfirmed'>;
    detail: Record<string, Json>;
    ref?: Json;
    state?: PostState;
    error?: { code: string; message: string };
  },
): Promise<boolean> {
  const noted = await db.query(NOTE, [
    itemId,
    revision,
    note.ref === undefined ? null : JSON.stringify(note.ref),
    JSON.stringify(note.detail),
    postId,
    note.kind,
    note.state ?? null,
    note.error?.code ?? null,
    note.error?.message ?? null,
    fence,
  ]);
  return noted.length === 1;
}
