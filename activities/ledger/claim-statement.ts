/**
 * The statements that read a part, and take it for sending. Taking is one statement and so one round trip and
 * one commit: it reads everything that publishing needs, comes to one verdict about the part, and writes what
 * follows from it. Every other table expression is about one verdict.
 */
import { LINK_START } from '../../src/posts/create/links.ts';
import type { Statement } from '../../src/platform/database.ts';
import { MAY_SEND } from '../../src/platform/may-send.ts';
import { milliseconds } from '../../src/platform/milliseconds.ts';
import { publishedElsewhere } from '../../src/platform/published-elsewhere.ts';
import { BARRED, PROBE, WAIT, WAIT_TABLES } from './network-waits.ts';
import { JOIN_EARLIER, PART_DUE } from './part-due.ts';
import { failureSentences } from '../../src/platform/sentences/failures.ts';

/**
 * Whether nothing may leave; `o` is the organisation. While another instance publishes for it, everything
 * here is a copy.
 */
export const FROZEN_SQL = `(
    o.frozen_at is not null
    or exists (select 1 from instance_state where key = 'frozen')
    or ${publishedElsewhere('o.id')}
  )`;

/** What a thread part needs to know of an earlier one: `root` and `parent` of ClaimRow. */
const publishedPart = (condition: string): string => `(
    select jsonb_build_object('id', r.release_id, 'url', r.release_url, 'ref', r.ref)
    from post_item r
    where r.post_id = p.id and ${condition}
  )`;

// The missed window counts from the date of the part, or from when a person last let the post go.
const COLUMNS = `
  p.id as post_id,
  p.state,
  p.revision,
  p.error,
  p.settings,
  p.short_link as "shortLink",
  p.organization_id as "organizationId",
  p.deleted_at is not null as deleted,
  greatest(0, ceil(${milliseconds(`${PART_DUE} - clock_timestamp()`)}))::float8 as "waitMs",
  case when ${FROZEN_SQL} then 'frozen' when i.refresh_needed and i.deleted_at is null then 'channel' end as hold,
  floor(greatest(0, ${milliseconds(`
    greatest(${PART_DUE}, p.decided_at)
    + make_interval(mins => o.missed_after_minutes)
    - clock_timestamp()`)}
  ))::float8 as "missedInMs",
  i.provider,
  i.host,
  ${WAIT} as wait,
  coalesce(c.failures, 0) as failures,
  c.probe_at is not null as "circuitOpen",
  it.id as "itemId",
  it.content,
  it.media,
  a.phase,
  coalesce(a.presumed, false) as presumed,
  coalesce(a.resends, 0) as resends,
  exists (
    select 1
    from publish_attempt e
    where e.post_item_id = it.id and e.revision < p.revision
      and (e.resends > 0 or e.phase = 'rejected' and e.settled_by = 'person')
  ) as "sentInDoubt",
  coalesce(a.failed_looks, 0) as "failedLooks",
  a.rejection,
  coalesce(a.not_ours, 0) as "notOurs",
  a.prepared,
  (${milliseconds('a.prepared_until - clock_timestamp()')})::float8 as "preparedLeftMs",
  a.uploads,
  a.provider_ref as "providerRef",
  a.fence,
  (${milliseconds('a.sent_at')})::float8 as "sentAtMs",
  (${milliseconds('a.earlier_sent_at')})::float8 as "earlierSentAtMs",
  (${milliseconds('clock_timestamp()')})::float8 as "readAtMs",
  (${milliseconds('a.call_ended_at')})::float8 as "callEndedAtMs",
  case when it.published_at is not null then
    jsonb_build_object(
      'id', it.release_id,
      'url', it.release_url,
      'latenessMs', p.lateness_ms,
      'nextDelayMs', (
        select greatest(0, round(${milliseconds(
          'it.published_at + make_interval(secs => n.delay_minutes * 60) - clock_timestamp()',
        )}))
        from post_item n
        where n.post_id = p.id and n.position = it.position + 1
      )
    )
  end as published,
  ${publishedPart('r.position = 0 and it.position > 0')} as root,
  ${publishedPart('r.position = it.position - 1')} as parent,
  jsonb_build_object(
    'id', i.id,
    'internalId', i.internal_id,
    'name', i.name,
    'profile', i.profile,
    'details', i.details,
    'credentials', i.credentials,
    'credentialsVersion', i.credentials_version,
    'unusable', case
      when i.deleted_at is not null then 'channel_deleted'
      when i.disabled then 'channel_disabled'
    end
  ) as channel`;

/** What only the statements read. */
const FACTS = `p.publish_at, p.turn_at, ${PART_DUE} as due_at, l.until as limited_until,
  earlier.id <> it.id and earlier.published_at is null as earlier_is_open`;

/** `$1` is the post, `$2` the position of the part. */
const TABLES = `
  from post p
  join integration i on i.id = p.integration_id
  join post_item it on it.post_id = p.id and it.position = $2
  ${JOIN_EARLIER}
  join organization o on o.id = p.organization_id
  left join publish_attempt a on a.post_item_id = it.id and a.revision = p.revision
  ${WAIT_TABLES}
  where p.id = $1`;

/**
 * Whether what was due then has waited so long (an outage, not a busy minute), or until a limit of its
 * account ended, that it leaves in its turn. `until` is when the channel's latest limit ends or has ended;
 * null without one.
 */
export const inBacklog = (due: string, until: string): string =>
  `(${due} < clock_timestamp() - interval '5 minutes' or ${due} < ${until})`;

/** Whether a post has a turn since its date and that limit: it gets one when it is paced, or claimed. */
export const hasTurn = (post: string, until: string): string =>
  `(${post}.turn_at is not null and ${post}.turn_at >= greatest(${post}.publish_at, ${until}))`;

// A part that is between two tries has had its turn, unless a limit came after it.
const NEEDS_TURN = `${inBacklog('due_at', 'limited_until')} and (
        phase is null
        or phase = 'intent' and not (${hasTurn('now_is', 'limited_until')} and turn_at <= clock_timestamp())
      )`;

/**
 * The verdict about a part, in the order in which one reason goes before another; `phase` is that of the
 * attempt as it is now, `turn` whether a post of a backlog has had its turn. `take` and `probe` may leave.
 *
 * A post whose first part is under way has an attempt. One that the statement does not see was made while
 * it waited for its lock, and what else it sees is of before as well, such as a freeze that is over.
 */
const verdict = (turn: string): string => `case
      when deleted or state in ('cancelled', 'draft') then 'cancelled'
      when state = 'missed' then 'missed'
      when published is not null then 'published'
      when state in ('failed', 'partly_published', 'unconfirmed') then 'ended'
      when phase = 'sent' and presumed and hold = 'channel' and "missedInMs" > 0 then 'held'
      when phase in ('sent', 'processing') then phase
      when phase in ('confirmed', 'rejected') then 'busy'
      when state = 'publishing' and $2 = 0 and phase is null then 'busy'
      when state not in ('scheduled', 'publishing') then 'busy'
      when earlier_is_open then 'not_next'
      when "waitMs" > 0 then 'not_due'
      when channel ->> 'unusable' is not null then 'unusable'
      when hold = 'frozen' then 'held'
      when "missedInMs" = 0 and phase = 'repeat' then 'too_late'
      when "missedInMs" = 0 then 'late'
      when hold is not null then 'held'
      when wait is not null then 'barred'
      when phase = 'repeat' and repeat_over then 'look_first'
      when not ${turn} and ${NEEDS_TURN} then 'backlog'
      when "circuitOpen" then 'probe'
      else 'take'
    end`;

/** Reads a part without taking it. */
export const READ: Statement = {
  name: 'read-part',
  text: `with part as (
    select ${COLUMNS}, ${FACTS}, a.resend_until <= clock_timestamp() as repeat_over
    ${TABLES}
  )
  select now_is.*, false as probe, ${verdict('true')} as verdict
  from part now_is`,
};

const DUE = "to_char(decided.due_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI')";
const MISSED_TEXT = `replace(
      case when $2 = 0 then '${failureSentences.missed_due}'
        else replace('${failureSentences.missed_part_due}', '{part:number}', ($2 + 1)::text)
      end, '{at}', ${DUE})`;

/**
 * Takes a part: `$1` post, `$2` position, `$3` the fence, `$4` the id of a new attempt, `$5` whether a part
 * that needs no preparing may go straight to `sent`, `$6` how many milliseconds its call may take, `$7`
 * whether a post of a backlog has had its turn (take-turn.ts).
 *
 * An edit may commit while the claim waits for its lock. The rows are locked, so that they are read as the
 * edit left them: of a row that is only joined, PostgreSQL would show the version of before (its
 * documentation, "Read Committed Isolation Level").
 */
export const CLAIM: Statement = {
  name: 'claim-part',
  text: `${MAY_SEND} with
  -- The part as it is now, locked.
  part as (
    select ${COLUMNS}, ${FACTS}
    ${TABLES}
    for update of p, it, earlier
  ),
  -- Its attempt, read and locked after the part, so as its previous holder left it.
  latest as (
    select a.phase, a.resend_until <= clock_timestamp() as repeat_over
    from publish_attempt a
    join part on a.post_item_id = part."itemId" and a.revision = part.revision
    for update of a
  ),
  now_is as (
    select part.*, coalesce(latest.phase, part.phase) as phase_now, latest.repeat_over
    from part
    left join latest on true
  ),
  decided as (
    select now_is.*, ${verdict('$7::boolean').replaceAll(/\bphase\b/g, 'phase_now')} as verdict_of
    from now_is
  ),
  ${BARRED},
  ${PROBE},
  -- The part, when it may leave now; with direct, in the same statement it is noted as sent.
  taken as (
    select decided.*,
      $5 and prepared is null and jsonb_array_length(media) = 0 and not "shortLink"
        and position('${LINK_START}' in content || settings::text) = 0 as direct
    from decided
    where verdict_of = 'take' or verdict_of = 'probe' and exists (select 1 from probe)
  ),
  -- The attempt with a fresh fence, which ends the right of the one before.
  attempt as (
    insert into publish_attempt (id, post_item_id, revision, phase, fence, sent_at)
    select $4, "itemId", revision, case when direct then 'sent' else 'intent' end, $3,
      case when direct then clock_timestamp() end
    from taken
    on conflict (post_item_id, revision) do update
      set fence = excluded.fence, tries = publish_attempt.tries + 1, started_at = now(),
        phase = case when excluded.phase = 'sent' then 'sent' else publish_attempt.phase end,
        sent_at = excluded.sent_at, call_ended_at = null, lost_at = null, failed_looks = 0
      where publish_attempt.phase in ('intent', 'repeat')
    returning tries, phase, resends > 0 as again
  ),
  claimed as (
    update post
    set state = 'publishing', hold = null, turn_at = clock_timestamp(), updated_at = now()
    where id = (select post_id from taken)
      and (state = 'scheduled' or hold is not null or turn_at < (select limited_until from taken))
  ),
  claimed_event as (
    insert into post_event (post_id, kind, detail)
    select post_id, 'claimed', jsonb_build_object('part', $2 + 1, 'try', tries)
    from taken, attempt
    union all
    select post_id, 'request_sent', jsonb_build_object('part', $2 + 1, 'again', again)
    from taken, attempt
    where attempt.phase = 'sent'
  ),
  -- Its sender may be gone: from now on the run waits for a look, so what settles the part notifies it.
  lost as (
    update publish_attempt a
    set lost_at = clock_timestamp()
    from decided
    where a.post_item_id = decided."itemId" and a.revision = decided.revision
      and verdict_of = 'sent' and a.lost_at is null
  ),
  -- The post waits: once, however often it is looked at. A thread between two parts stays in publishing, and
  -- so does what may be published: it must not be changed.
  held as (
    update post p
    set hold = decided.hold, updated_at = now(),
      state = case
        when $2 = 0 and phase_now is distinct from 'repeat' and not decided.presumed then 'scheduled'
        else p.state
      end
    from decided
    where p.id = decided.post_id and verdict_of = 'held' and p.hold is distinct from decided.hold
    returning p.id, p.hold, phase_now = 'repeat' as repeat
  ),
  held_event as (
    insert into post_event (post_id, kind, detail)
    select id, 'held', jsonb_build_object('part', $2 + 1, 'why', hold, 'repeat', coalesce(repeat, false))
    from held
  ),
  -- The post ends as missed, and its people are asked what to do. A thread of which a part is published is
  -- partly published: it cannot wait for its channel for ever, nor go on unasked.
  missed as (
    update post p
    set state = case when $2 = 0 then 'missed' else 'partly_published' end, hold = null,
      error_code = 'missed', error = ${MISSED_TEXT}, updated_at = now()
    from decided
    where p.id = decided.post_id and verdict_of = 'late'
    returning p.id, p.organization_id, p.integration_id, p.state, p.error, ${DUE} as at
  ),
  missed_event as (
    insert into post_event (post_id, kind, detail)
    select id, 'missed', jsonb_build_object('reason', error, 'explanation', jsonb_build_object(
      'message', error,
      'code', case when $2 = 0 then 'missed_due' else 'missed_part_due' end,
      'params', jsonb_build_object('at', at, 'part', $2 + 1)))
    from missed
  ),
  missed_notification as (
    insert into notification (organization_id, kind, post_id, integration_id, content)
    select organization_id, state, id, integration_id, error
    from missed
  )
  select decided.*,
    coalesce(attempt.phase, decided.phase_now) as phase,
    exists (select 1 from probe) as probe,
    case
      when attempt.tries is not null then 'claimed'
      when verdict_of = 'late' then 'missed'
      when verdict_of = 'probe' then 'barred'
      when verdict_of = 'take' then 'busy'
      else verdict_of
    end as verdict
  from decided
  left join attempt on true`,
};
