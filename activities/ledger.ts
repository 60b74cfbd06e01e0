/**
 * The send ledger: every step of a publish as one conditional statement, so that a late, doubled or dead worker changes nothing.
 *
 *   claim    row scheduled and due → publishing; attempt `intent` with a fresh fence
 *   markSent intent → sent, only for the holder of the fence: from here on nothing is resent blindly
 *   confirm  → confirmed, with what the network said; whoever knows it may write it
 *   release  back to `intent` (provably unsent) and the row back to scheduled
 *   reject   → rejected; the row ends
 *
 * Each statement writes its line of the timeline in the same transaction.
 */
import type { Json } from '../providers/_kit/contract.ts';
import type { Database, Statement } from '../src/db.ts';
import type { PostMedia } from '../src/entities/post.ts';
import type { PostState } from '../temporal/contract.ts';

/** What `claim` read, whether or not it could claim. Times in milliseconds since the epoch. */
export interface ClaimRow {
  readonly claimed: boolean;
  readonly state: PostState;
  readonly deleted: boolean;
  readonly waitMs: number;
  readonly revision: number;
  readonly error: string | null;
  readonly settings: Record<string, unknown>;
  readonly organizationId: string;
  readonly itemId: string;
  readonly content: string;
  readonly media: PostMedia[];
  readonly published: { id: string; url: string | null; latenessMs: number | null; nextDelayMs: number | null } | null;
  readonly phase: 'intent' | 'sent' | 'confirmed' | 'rejected' | null;
  readonly prepared: Json;
  readonly providerRef: Json;
  readonly sentAtMs: number | null;
  /** Whether the call that began at `sentAtMs` is known to be over; without it, a worker that was cut off may still be calling. */
  readonly callEnded: boolean;
  readonly root: { id: string; url: string | null; ref: Json } | null;
  readonly parent: { id: string; url: string | null; ref: Json } | null;
  readonly channel: {
    readonly id: string;
    readonly internalId: string;
    readonly name: string;
    readonly profile: string | null;
    readonly details: Record<string, Json>;
    readonly credentials: string;
    readonly credentialsVersion: number;
    readonly unusable: 'channel_disabled' | 'channel_disconnected' | 'channel_deleted' | null;
  };
}

const COLUMNS = `
  p.id as post_id, p.state, p.revision, p.error, p.settings, p.organization_id as "organizationId", p.deleted_at is not null as deleted,
  greatest(0, ceil(extract(epoch from p.publish_at - clock_timestamp()) * 1000))::float8 as "waitMs",
  it.id as "itemId", it.content, it.media, a.phase, a.prepared, a.provider_ref as "providerRef", (extract(epoch from a.sent_at) * 1000)::float8 as "sentAtMs",
  exists (select 1 from jsonb_array_elements(a.evidence) e where (e ->> 'endedAt')::timestamptz >= a.sent_at) as "callEnded",
  case when it.published_at is not null then jsonb_build_object('id', it.release_id, 'url', it.release_url, 'latenessMs', p.lateness_ms, 'nextDelayMs', (select round(n.delay_minutes * 60000) from post_item n where n.post_id = p.id and n.position = it.position + 1)) end as published,
  (select jsonb_build_object('id', r.release_id, 'url', r.release_url, 'ref', r.ref) from post_item r where r.post_id = p.id and r.position = 0 and it.position > 0) as root,
  (select jsonb_build_object('id', r.release_id, 'url', r.release_url, 'ref', r.ref) from post_item r where r.post_id = p.id and r.position = it.position - 1) as parent,
  jsonb_build_object('id', i.id, 'internalId', i.internal_id, 'name', i.name, 'profile', i.profile, 'details', i.details, 'credentials', i.credentials, 'credentialsVersion', i.credentials_version,
    'unusable', case when i.deleted_at is not null then 'channel_deleted' when i.refresh_needed then 'channel_disconnected' when i.disabled then 'channel_disabled' end) as channel`;
const TABLES = `from post p join integration i on i.id = p.integration_id join post_item it on it.post_id = p.id and it.position = $2
  left join publish_attempt a on a.post_item_id = it.id and a.revision = p.revision`;

const CLAIM: Statement = {
  name: 'claim-part',
  text: `with target as (select ${COLUMNS} ${TABLES} where p.id = $1 for update of p),
  open as (select * from target where state in ('scheduled', 'publishing') and not deleted and "waitMs" = 0 and published is null
    and coalesce(phase, 'intent') = 'intent' and channel ->> 'unusable' is null),
  attempt as (insert into publish_attempt (id, post_item_id, revision, phase, fence) select $4, "itemId", revision, 'intent', $3 from open
    on conflict (post_item_id, revision) do update set fence = excluded.fence, tries = publish_attempt.tries + 1, started_at = now() where publish_attempt.phase = 'intent'
    returning tries),
  claimed as (update post set state = 'publishing', updated_at = now() where id = (select post_id from open) and state = 'scheduled'),
  event as (insert into post_event (post_id, kind, detail) select post_id, 'claimed', jsonb_build_object('part', $2 + 1, 'try', tries) from open, attempt)
  select target.*, attempt.tries is not null as claimed from target left join attempt on true`,
};

const READ: Statement = { name: 'read-part', text: `select ${COLUMNS}, false as claimed ${TABLES} where p.id = $1` };

/** Which part of which post, at which revision. */
export interface PartKey {
  readonly postId: string;
  readonly itemId: string;
  readonly revision: number;
  readonly position: number;
}

/** Tries to take a part for sending. Undefined when the post does not exist. */
export async function claimPart(db: Database, part: { postId: string; position: number }, fence: { id: string; attemptId: string }): Promise<ClaimRow | undefined> {
  return (await db.query<ClaimRow>(CLAIM, [part.postId, part.position, fence.id, fence.attemptId]))[0];
}

/** Reads a part without taking it. */
export async function readPart(db: Database, part: { postId: string; position: number }): Promise<ClaimRow | undefined> {
  return (await db.query<ClaimRow>(READ, [part.postId, part.position]))[0];
}

const MARK_SENT: Statement = {
  name: 'mark-sent',
  text: `with a as (update publish_attempt set phase = 'sent', sent_at = clock_timestamp(), prepared = $4::jsonb
    where post_item_id = $1 and revision = $2 and fence = $3 and phase = 'intent'
      and exists (select 1 from post p where p.id = $5 and p.state = 'publishing' and p.revision = $2 for update)
    returning sent_at),
  event as (insert into post_event (post_id, kind, detail) select $5, 'request_sent', jsonb_build_object('part', $6 + 1) from a)
  select 1 as ok from a`,
};

/** The last step before the irreversible call. False = another worker took over, or the post changed: do not send. */
export async function markSent(db: Database, key: PartKey, fenceId: string, prepared: Json): Promise<boolean> {
  return (await db.query(MARK_SENT, [key.itemId, key.revision, fenceId, JSON.stringify(prepared), key.postId, key.position])).length === 1;
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

/** How it is known that a part is out: the network answered, processed it, was asked afterwards, or already had it. */
export type ConfirmedHow = 'answered' | 'processed' | 'looked up';

/** Lateness of the post, and the wait before its next part (null after the last). */
export interface Confirmed {
  readonly latenessMs: number | null;
  readonly nextDelayMs: number | null;
}

/** Records that a part is live. Undefined when someone recorded it before. */
export async function confirmPart(db: Database, key: PartKey, published: { id: string; url: string | null; ref: Json }, how: ConfirmedHow): Promise<Confirmed | undefined> {
  const values = [key.itemId, key.revision, published.id || null, published.url, JSON.stringify(published.ref), key.position, how];
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
export async function releasePart(db: Database, key: PartKey, fenceId: string, event: { kind: 'will_retry' | 'rate_limited'; detail: Record<string, Json> }): Promise<void> {
  await db.query(RELEASE, [key.itemId, key.revision, fenceId, JSON.stringify(event.detail), key.postId, event.kind]);
}

const REJECT: Statement = {
  name: 'reject-part',
  text: `with a as (update publish_attempt set phase = 'rejected', settled_at = clock_timestamp(), evidence = evidence || $5::jsonb
    where post_item_id = $1 and revision = $2 and phase in ('intent', 'sent')),
  p as (update post set updated_at = now(), error_code = $3, error = $4,
      state = case when exists (select 1 from post_item n where n.post_id = post.id and n.published_at is not null) then 'partly_published' else 'failed' end
    where id = $6 and state in ('scheduled', 'publishing', 'processing', 'unconfirmed') returning id, state),
  event as (insert into post_event (post_id, kind, detail) select id, 'failed', $5::jsonb from p)
  select state from p`,
};

/** Ends a post: nothing of this part is out and nothing will be. Returns the final state, undefined when it had ended before. */
export async function rejectPart(db: Database, key: PartKey, error: { code: string; message: string; networkCode?: string | null }): Promise<PostState | undefined> {
  const detail = { part: key.position + 1, code: error.code, message: error.message, networkCode: error.networkCode ?? null };
  const rows = await db.query<{ state: PostState }>(REJECT, [key.itemId, key.revision, error.code, error.message, JSON.stringify(detail), key.postId]);
  return rows[0]?.state;
}

const NOTE: Statement = {
  name: 'note-attempt',
  text: `with a as (update publish_attempt set provider_ref = coalesce($3::jsonb, provider_ref), evidence = evidence || ($4::jsonb || case when $6 = 'outcome_unknown' then jsonb_build_object('endedAt', clock_timestamp()) else '{}' end)
    where post_item_id = $1 and revision = $2 and phase = 'sent' returning 1),
  p as (update post set state = coalesce($7, state), error_code = coalesce($8, error_code), error = coalesce($9, error), updated_at = now()
    where id = $5 and state in ('publishing', 'processing') and exists (select 1 from a) returning id),
  event as (insert into post_event (post_id, kind, detail) select id, $6, $4::jsonb from p)
  select 1 as ok from p`,
};

/** Something was learned about a sent part that is still open; the part stays `sent`. */
export async function noteSent(db: Database, key: PartKey, note: {
  kind: 'outcome_unknown' | 'processing' | 'looked_up' | 'unconfirmed';
  detail: Record<string, Json>;
  ref?: Json;
  state?: PostState;
  error?: { code: string; message: string };
}): Promise<void> {
  const ref = note.ref === undefined ? null : JSON.stringify(note.ref);
  await db.query(NOTE, [key.itemId, key.revision, ref, JSON.stringify(note.detail), key.postId, note.kind, note.state ?? null, note.error?.code ?? null, note.error?.message ?? null]);
}

const REARM: Statement = {
  name: 'rearm-part',
  text: `with a as (update publish_attempt set phase = 'intent', sent_at = null, provider_ref = null, evidence = evidence || $3::jsonb,
      prepared = case when $5 then prepared end where post_item_id = $1 and revision = $2 and phase = 'sent' returning 1),
  p as (update post set state = 'publishing', updated_at = now() where id = $4 and state in ('publishing', 'processing', 'unconfirmed') and exists (select 1 from a) returning id),
  event as (insert into post_event (post_id, kind, detail) select id, 'will_send_again', $3::jsonb from p)
  select 1 as ok from p`,
};

/** A look at the network allows a second send. `identical` keeps the prepared request, so that the very same one is sent. */
export async function rearmPart(db: Database, key: PartKey, detail: Record<string, Json>, identical: boolean): Promise<void> {
  await db.query(REARM, [key.itemId, key.revision, JSON.stringify(detail), key.postId, identical]);
}
