/**
 * The send ledger: every step of a publish as one conditional statement, so that a late, doubled or dead
 * worker changes nothing.
 *
 *   claim    row scheduled and due → publishing; attempt `intent` with a fresh fence (claim.ts)
 *   markSent intent → sent, only for the holder of the fence: from here on nothing is resent blindly
 *   confirm  → confirmed, with what the network said; whoever knows it may write it
 *   release  back to `intent` (provably unsent) and the row back to scheduled
 *   hold     as release; the post waits for a person to connect its channel again
 *   reject   → rejected; the row ends
 *
 * Each statement writes its line of the timeline in the same transaction.
 */
import type { Json } from '../providers/_kit/contract.ts';
import type { Database, Statement } from '../src/platform/database.ts';
import { MAY_SEND } from '../src/platform/may-send.ts';
import type { PostState } from '../temporal/contract.ts';
import { FROZEN_SQL } from './claim.ts';

/** Which part of which post, at which revision. */
export interface PartKey {
  readonly postId: string;
  readonly itemId: string;
  readonly revision: number;
  readonly position: number;
}

const MARK_SENT: Statement = {
  name: 'mark-sent',
  text: `${MAY_SEND} with a as (update publish_attempt set phase = 'sent', sent_at = clock_timestamp(), prepared = $4::jsonb
    where post_item_id = $1 and revision = $2 and fence = $3 and phase = 'intent'
      and exists (select 1 from post p join organization o on o.id = p.organization_id where p.id = $5 and p.state = 'publishing' and p.revision = $2 and not ${FROZEN_SQL} for update of p)
    returning sent_at),
  event as (insert into post_event (post_id, kind, detail) select $5, 'request_sent', jsonb_build_object('part', $6 + 1) from a)
  select 1 as ok from a`,
};

/**
 * The last step before the irreversible call. False = another worker took over, or the post changed: do not
 * send.
 */
export async function markSent(
  db: Database,
  key: PartKey,
  fenceId: string,
  prepared: Json,
): Promise<boolean> {
  return (
    (
      await db.query(MARK_SENT, [
        key.itemId,
        key.revision,
        fenceId,
        JSON.stringify(prepared),
        key.postId,
        key.position,
      ])
    ).length === 1
  );
}

const CONFIRM: Statement = {
  name: 'confirm-part',
  text: `with a as (update publish_attempt set phase = 'confirmed', settled_at = clock_timestamp(), provider_ref = $5::jsonb
    where post_item_id = $1 and revision = $2 and phase in ('intent', 'sent') returning coalesce(sent_at, clock_timestamp()) as sent_at),
  item as (update post_item set release_id = $3, release_url = $4, ref = $5::jsonb, published_at = clock_timestamp()
    where id = $1 and exists (select 1 from a) returning post_id, position, (select round(n.delay_minutes * 60000)::float8 from post_item n where n.post_id = post_item.post_id and n.position = post_item.position + 1) as next_delay),
  settled as (update post p set updated_at = now(),
      state = case when item.next_delay is null then 'published' when p.state in ('processing', 'unconfirmed') then 'publishing' else p.state end,
      published_at = case when item.next_delay is null then clock_timestamp() else p.published_at end,
      release_id = case when item.position = 0 then coalesce($3, 'missing') else p.release_id end,
      release_url = case when item.position = 0 then $4 else p.release_url end,
      lateness_ms = case when item.position = 0 then least(greatest(0, extract(epoch from a.sent_at - p.publish_at) * 1000), 2147483647)::int else p.lateness_ms end,
      error_code = null, error = null
    from item, a where p.id = item.post_id returning p.id, p.lateness_ms, item.next_delay),
  event as (insert into post_event (post_id, kind, detail)
    select id, 'published', jsonb_build_object('part', $6 + 1, 'url', $4::text, 'latenessMs', lateness_ms, 'how', $7::text) from settled)
  select lateness_ms as "latenessMs", next_delay as "nextDelayMs" from settled`,
};

/**
 * How it is known that a part is out: the network answered, processed it, was asked afterwards, or already
 * had it.
 */
export type ConfirmedHow = 'answered' | 'processed' | 'looked up';

/** Lateness of the post, and the wait before its next part (null after the last). */
export interface Confirmed {
  readonly latenessMs: number | null;
  readonly nextDelayMs: number | null;
}

/** Records that a part is live. Undefined when someone recorded it before. */
export async function confirmPart(
  db: Database,
  key: PartKey,
  published: { id: string; url: string | null; ref: Json },
  how: ConfirmedHow,
): Promise<Confirmed | undefined> {
  const values = [
    key.itemId,
    key.revision,
    published.id || null,
    published.url,
    JSON.stringify(published.ref),
    key.position,
    how,
  ];
  return (await db.query<Confirmed>(CONFIRM, values))[0];
}

const RELEASE: Statement = {
  name: 'release-part',
  text: `with a as (update publish_attempt set phase = 'intent', sent_at = null, evidence = evidence || $4::jsonb
    where post_item_id = $1 and revision = $2 and fence = $3 and phase in ('intent', 'sent') returning 1),
  p as (update post set state = 'scheduled', updated_at = now() where id = $5 and state = 'publishing' and exists (select 1 from a)
    and not exists (select 1 from post_item n where n.post_id = $5 and n.published_at is not null)),
  event as (insert into post_event (post_id, kind, detail) select $5, $6, $4::jsonb from a)
  select 1 as ok from a`,
};

/** Provably nothing was sent: the part may be claimed again. `kind` names the line of the timeline. */
export async function releasePart(
  db: Database,
  key: PartKey,
  fenceId: string,
  event: { kind: 'will_retry' | 'rate_limited'; detail: Record<string, Json> },
): Promise<void> {
  await db.query(RELEASE, [
    key.itemId,
    key.revision,
    fenceId,
    JSON.stringify(event.detail),
    key.postId,
    event.kind,
  ]);
}

// The part may have been released already, for a renewal of the token that then failed; the fence says that
// nobody took it since.
const HOLD: Statement = {
  name: 'hold-part',
  text: `with a as (update publish_attempt set phase = 'intent', sent_at = null, evidence = evidence || $4::jsonb
    where post_item_id = $1 and revision = $2 and fence = $3 and phase in ('intent', 'sent') returning 1),
  p as (update post set hold = (select 'channel' from integration i where i.id = post.integration_id and i.refresh_needed), updated_at = now(),
      state = case when exists (select 1 from post_item n where n.post_id = $5 and n.published_at is not null) then state else 'scheduled' end
    where id = $5 and state in ('scheduled', 'publishing') and exists (select 1 from a) returning id, hold),
  event as (insert into post_event (post_id, kind, detail) select id, 'held', $4::jsonb from p where hold is not null)
  select 1 as ok from p where hold is not null`,
};

/**
 * Provably nothing was sent and the channel is disconnected: the part waits. False = a person has connected
 * it again meanwhile.
 */
export async function holdPart(
  db: Database,
  key: PartKey,
  fenceId: string,
  detail: Record<string, Json>,
): Promise<boolean> {
  return (
    (await db.query(HOLD, [key.itemId, key.revision, fenceId, JSON.stringify(detail), key.postId])).length ===
    1
  );
}

const REJECT: Statement = {
  name: 'reject-part',
  text: `with a as (update publish_attempt set phase = 'rejected', settled_at = clock_timestamp(), evidence = evidence || $5::jsonb
    where post_item_id = $1 and revision = $2 and phase in ('intent', 'sent')),
  p as (update post set updated_at = now(), error_code = $3, error = $4,
      state = case when exists (select 1 from post_item n where n.post_id = post.id and n.published_at is not null) then 'partly_published' else 'failed' end
    where id = $6 and state in ('scheduled', 'publishing', 'processing', 'unconfirmed') returning id, organization_id, integration_id, state, error),
  event as (insert into post_event (post_id, kind, detail) select id, 'failed', $5::jsonb from p),
  notified as (insert into notification (organization_id, kind, post_id, integration_id, content) select organization_id, state, id, integration_id, error from p)
  select state from p`,
};

/**
 * Ends a post: nothing of this part is out and nothing will be. Returns the final state, undefined when it
 * had ended before.
 */
export async function rejectPart(
  db: Database,
  key: PartKey,
  error: { code: string; message: string; networkCode?: string | null },
): Promise<PostState | undefined> {
  const detail = {
    part: key.position + 1,
    code: error.code,
    message: error.message,
    networkCode: error.networkCode ?? null,
  };
  const rows = await db.query<{ state: PostState }>(REJECT, [
    key.itemId,
    key.revision,
    error.code,
    error.message,
    JSON.stringify(detail),
    key.postId,
  ]);
  return rows[0]?.state;
}

const NOTE: Statement = {
  name: 'note-attempt',
  text: `with a as (update publish_attempt set provider_ref = coalesce($3::jsonb, provider_ref), evidence = evidence || ($4::jsonb || case when $6 = 'outcome_unknown' then jsonb_build_object('endedAt', clock_timestamp()) else '{}' end)
    where post_item_id = $1 and revision = $2 and phase = 'sent' returning 1),
  p as (update post set state = coalesce($7, state), error_code = coalesce($8, error_code), error = coalesce($9, error), updated_at = now()
    where id = $5 and state in ('publishing', 'processing') and exists (select 1 from a) returning id, organization_id, integration_id, state, error),
  event as (insert into post_event (post_id, kind, detail) select id, $6, $4::jsonb from p),
  notified as (insert into notification (organization_id, kind, post_id, integration_id, content) select organization_id, state, id, integration_id, error from p where state = 'unconfirmed')
  select 1 as ok from p`,
};

/** Something was learned about a sent part that is still open; the part stays `sent`. */
export async function noteSent(
  db: Database,
  key: PartKey,
  note: {
    kind: 'outcome_unknown' | 'processing' | 'looked_up' | 'unconfirmed';
    detail: Record<string, Json>;
    ref?: Json;
    state?: PostState;
    error?: { code: string; message: string };
  },
): Promise<void> {
  const ref = note.ref === undefined ? null : JSON.stringify(note.ref);
  await db.query(NOTE, [
    key.itemId,
    key.revision,
    ref,
    JSON.stringify(note.detail),
    key.postId,
    note.kind,
    note.state ?? null,
    note.error?.code ?? null,
    note.error?.message ?? null,
  ]);
}

const ALLOW_RESEND: Statement = {
  name: 'allow-resend',
  text: `with a as (update publish_attempt set phase = 'intent', sent_at = null, provider_ref = null, evidence = evidence || $3::jsonb,
      prepared = case when $5 then prepared end where post_item_id = $1 and revision = $2 and phase = 'sent' returning 1),
  p as (update post set state = 'publishing', updated_at = now() where id = $4 and state in ('publishing', 'processing', 'unconfirmed') and exists (select 1 from a) returning id),
  event as (insert into post_event (post_id, kind, detail) select id, 'will_send_again', $3::jsonb from p)
  select 1 as ok from p`,
};

/**
 * A look at the network allows a second send. `identical` keeps the prepared request, so that the very same
 * one is sent.
 */
export async function allowResend(
  db: Database,
  key: PartKey,
  { detail, identical }: { detail: Record<string, Json>; identical: boolean },
): Promise<void> {
  await db.query(ALLOW_RESEND, [key.itemId, key.revision, JSON.stringify(detail), key.postId, identical]);
}
