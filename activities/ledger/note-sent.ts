import type { Json } from '../../providers/_kit/contract.ts';
import type { PostEventKind } from '../../src/platform/entities/events.ts';
import type { Database, Statement } from '../../src/platform/database.ts';
import type { PostState } from '../../temporal/contract/post-states.ts';
import { phaseMayBeOutSql } from '../../src/platform/attempt-phase.ts';
import type { PartKey } from './part-key.ts';
import { signalRun } from './signal-run.ts';

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
    set phase = case when coalesce($3::jsonb, provider_ref) is null then 'sent' else 'processing' end,
      sent_at = coalesce(sent_at, earlier_sent_at),
      provider_ref = coalesce($3::jsonb, provider_ref),
      evidence = evidence || $4::jsonb,
      call_ended_at = case
        when $6 in ('outcome_unknown', 'processing') then coalesce(call_ended_at, clock_timestamp())
        else call_ended_at
      end,
      failed_looks = failed_looks + case when $6 = 'looked_up' then 1 else 0 end,
      not_ours = not_ours + case when $4::jsonb ? 'notOurs' then 1 else 0 end,
      rejection = coalesce(rejection, $4::jsonb -> 'rejection')
    where post_item_id = $1 and revision = $2 and fence = $10
      and ${phaseMayBeOutSql('phase')}
      and exists (select 1 from open)
    returning lost_at
  ),
  noted as (
    update post
    set state = coalesce($7, state), error_code = coalesce($8, error_code), error = coalesce($9, error),
      hold = case when $7 = 'unconfirmed' then null else hold end, updated_at = now()
    where id in (select id from open) and exists (select 1 from attempt)
    returning id, post_group_id, organization_id, integration_id, state, error
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
  ),
  ${signalRun('noted', "$6 in ('processing', 'outcome_unknown')")}
  select 1 as ok from noted`,
};

/**
 * Records a fact about a part that may be published; it stays, or is again, `sent`. `fence` names the send.
 * Returns false when it is not about the part as it is now: then nothing is written.
 */
export async function noteSent(
  db: Database,
  { itemId, revision, postId }: PartKey,
  fence: string | null,
  note: {
    kind: Extract<PostEventKind, 'outcome_unknown' | 'processing' | 'looked_up' | 'unconfirmed'>;
    detail: Readonly<Record<string, unknown>>;
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
