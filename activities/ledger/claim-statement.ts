/**
 * The statements that read a part, and take it for sending. Taking is one statement and so one round trip and
 * one commit: it reads everything that publishing needs, decides whether the part may leave now, and writes
 * what follows from the decision.
 */
import { LINK_START } from '../../src/posts/links.ts';
import type { Statement } from '../../src/platform/database.ts';
import { MAY_SEND } from '../../src/platform/may-send.ts';
import { milliseconds } from '../../src/platform/milliseconds.ts';
import { publishedElsewhere } from '../../src/platform/published-elsewhere.ts';
import { BARRED, PROBE, WAIT, WAIT_TABLES } from './network-waits.ts';
import { PART_DUE } from './part-due.ts';

/** Whether nothing may leave; `o` is the organisation. While v1 publishes for it, everything here is a copy. */
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

// The missed window counts from the date of the part, or from when a person last said that the post may go.
const COLUMNS = `
  p.id as post_id,
  p.state,
  p.revision,
  p.error,
  p.settings,
  p.organization_id as "organizationId",
  p.deleted_at is not null as deleted,
  greatest(0, ceil(${milliseconds(`${PART_DUE} - clock_timestamp()`)}))::float8 as "waitMs",
  case when i.refresh_needed and i.deleted_at is null then 'channel' end as channel_hold,
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
  a.prepared,
  (${milliseconds('a.prepared_until - clock_timestamp()')})::float8 as "preparedLeftMs",
  a.uploads,
  a.provider_ref as "providerRef",
  a.fence,
  (${milliseconds('a.sent_at')})::float8 as "sentAtMs",
  (${milliseconds('a.earlier_sent_at')})::float8 as "earlierSentAtMs",
  (${milliseconds('clock_timestamp()')})::float8 as "readAtMs",
  (
    select ${milliseconds("min((e ->> 'endedAt')::timestamptz)")}
    from jsonb_array_elements(a.evidence) e
    where (e ->> 'endedAt')::timestamptz >= a.sent_at
  )::float8 as "callEndedAtMs",
  (
    select e -> 'rejection'
    from jsonb_array_elements(a.evidence) e
    where e ? 'rejection'
    limit 1
  ) as rejection,
  (
    select count(*)::int
    from jsonb_array_elements(a.evidence) e
    where e ? 'notOurs'
  ) as "notOurs",
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

/** `$1` is the post, `$2` the position of the part. */
const TABLES = `
  from post p
  join integration i on i.id = p.integration_id
  join post_item it on it.post_id = p.id and it.position = $2
  join organization o on o.id = p.organization_id
  left join publish_attempt a on a.post_item_id = it.id and a.revision = p.revision
  ${WAIT_TABLES}
  where p.id = $1`;

/** Reads a part without taking it. */
export const READ: Statement = {
  name: 'read-part',
  text: `select ${COLUMNS},
    null as hold, false as claimed, false as "markedSent", false as missed, false as "tooLate",
    false as "lookFirst", 0 as "paceMs", false as probe
  ${TABLES}`,
};

/** Later than this is a backlog (an outage), not a busy minute: it is paced. */
const IN_BACKLOG = `publish_at < clock_timestamp() - interval '5 minutes'`;
/**
 * A backlog of one channel leaves a second apart, and all of it within 50 s, so that lateness stays bounded
 * whatever its size. Each post gets its turn once, by the number of older ones; when it has come, the post
 * goes, whatever became of them.
 */
const PACE_MS = 'least(1000, 50000.0 / greatest(total, 1)) * ahead';
/**
 * A turn may come while the post before is still on its way to a worker: it is waited for, for 10 s, if not
 * more than ten are late, which means that the workers are.
 */
const LATE_ONES = 10;
const LATE_MS = 500;
/** One that has not even asked for its turn is waited for as well, but not for long: it may have no run. */
const UNASKED_SECONDS = 3;
/** What a claim counts at most; beyond it, a post has its turn after the 50 s. */
const COUNTED = 10_000;

/** Whether a post has a turn since its date; it gets one when it is paced, and when it is claimed. */
const hasTurn = (post: string): string =>
  `(${post}.turn_at is not null and ${post}.turn_at >= ${post}.publish_at)`;
// One that let its turn pass, or waits for its next try, must not keep the younger ones waiting with it.
const IN_QUEUE = `(not ${hasTurn('p')} or p.turn_at > clock_timestamp())`;

const MISSED_TEXT = `case when $2 = 0 then 'Due at ' else 'Part ' || ($2 + 1) || ': due at ' end
      || to_char(late.due_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI')
      || ' UTC, and overdue by more than this organisation allows. It was not sent:'
      || ' retry it to send it now, or delete it'`;

/**
 * Takes a part: `$1` post, `$2` position, `$3` the fence, `$4` the id of a new attempt, `$5` whether a part
 * that needs no preparing may go straight to `sent`, `$6` how many milliseconds its call may take.
 *
 * An edit may commit while the claim waits for its lock. Both rows are locked, so that both are read as the
 * edit left them: of a row that is only joined, PostgreSQL would show the version of before (its
 * documentation, "Read Committed Isolation Level").
 */
export const CLAIM: Statement = {
  name: 'claim-part',
  text: `${MAY_SEND} with
  -- The part as it is now, locked.
  part as (
    select ${COLUMNS},
      ${FROZEN_SQL} as frozen, p.publish_at, ${PART_DUE} as due_at, p.turn_at, p.integration_id
    ${TABLES}
    for update of p, it
  ),
  -- Its attempt, read and locked after the part, so as whoever held the part before left it.
  latest as (
    select a.phase, a.earlier_sent_at, a.resend_until
    from publish_attempt a
    join part on a.post_item_id = part."itemId" and a.revision = part.revision
    for update of a
  ),
  -- Due, not out, nothing of it under way, its channel usable: everything below is about such a part only.
  due as (
    select part.*, case when frozen then 'frozen' else channel_hold end as hold,
      latest.earlier_sent_at is not null as repeat,
      latest.resend_until <= clock_timestamp() as repeat_over
    from part
    left join latest on true
    where state in ('scheduled', 'publishing')
      and not deleted
      and "waitMs" = 0
      and published is null
      and coalesce(latest.phase, part.phase, 'intent') = 'intent'
      and channel ->> 'unusable' is null
  ),
  -- Too late to be sent unasked. A freeze keeps everything as it is; a disconnected channel does not stop the
  -- clock.
  late as (
    select *
    from due
    where hold is distinct from 'frozen' and "missedInMs" = 0
  ),
  -- A repeat for which the network's promise has run out: it is looked for again first.
  look_first as (
    select 1
    from due
    where repeat and repeat_over and hold is null and wait is null and not exists (select 1 from late)
  ),
  ${BARRED},
  -- The long overdue posts of the channel whose turn is still to come: how many, how many of them are older
  -- than this one, and the first turn that a younger one has. Counted once for each post.
  backlog as (
    select count(*) filter (where (q.publish_at, q.id) < (d.publish_at, d.post_id)) as ahead,
      count(*) as total,
      min(q.turn_at) filter (
        where ${hasTurn('q')} and (q.publish_at, q.id) > (d.publish_at, d.post_id)
      ) as younger_turn_at
    from due d
    cross join lateral (
      select p.id, p.publish_at, p.turn_at
      from post p
      where p.integration_id = d.integration_id
        and p.state = 'scheduled'
        and p.deleted_at is null
        and p.${IN_BACKLOG}
        and ${IN_QUEUE}
      order by p.publish_at, p.id
      limit ${COUNTED}
    ) q
    where d.state = 'scheduled'
      and d.hold is null
      and d.wait is null
      and d."missedInMs" > 0
      and d.phase is null
      and d.${IN_BACKLOG}
      and not ${hasTurn('d')}
  ),
  -- Older posts whose turn came just before that of this one, or that have yet to ask for one, and that nobody
  -- has taken.
  behind as (
    select count(*) as late
    from due d
    cross join lateral (
      select 1
      from post p
      where p.integration_id = d.integration_id
        and p.state = 'scheduled'
        and p.deleted_at is null
        and (p.publish_at, p.id) < (d.publish_at, d.post_id)
        and case when ${hasTurn('p')}
          then p.turn_at between clock_timestamp() - interval '10 seconds' and d.turn_at
          else d.turn_at > clock_timestamp() - interval '${UNASKED_SECONDS} seconds'
        end
        and not exists (
          select 1
          from post_item qi
          join publish_attempt qa on qa.post_item_id = qi.id and qa.revision = p.revision
          where qi.post_id = p.id
        )
      limit ${LATE_ONES + 1}
    ) q
    where d.state = 'scheduled' and d.phase is null and ${hasTurn('d')}
  ),
  -- How long this post lets the older ones go ahead, or what is left of that.
  pace as (
    select coalesce(
      (
        select greatest(
          ceil(${milliseconds('due.turn_at - clock_timestamp()')}),
          case when behind.late between 1 and ${LATE_ONES} then ${LATE_MS} else 0 end)
        from due, behind
        where ${hasTurn('due')}
      ),
      -- One that asks late still has its turn before the younger ones that asked before it.
      greatest(0, round(least(${PACE_MS}, ${milliseconds('younger_turn_at - clock_timestamp()')}))),
      0
    )::float8 as ms
    from backlog
  ),
  paced as (
    update post
    set turn_at = clock_timestamp() + pace.ms * interval '1 millisecond'
    from due, pace
    where post.id = due.post_id and pace.ms > 0 and due.wait is null and due.hold is null
      and not ${hasTurn('due')}
  ),
  ${PROBE},
  -- The part, when it may leave now; with direct, in the same statement it is noted as sent.
  ready as (
    select due.*,
      $5 and prepared is null and jsonb_array_length(media) = 0
        and position('${LINK_START}' in content || settings::text) = 0 as direct
    from due, pace
    where hold is null and wait is null and pace.ms = 0
      and not exists (select 1 from late)
      and not exists (select 1 from look_first)
      and (not "circuitOpen" or exists (select 1 from probe))
  ),
  -- The attempt with a fresh fence, which ends the right of whoever had the one before.
  attempt as (
    insert into publish_attempt (id, post_item_id, revision, phase, fence, sent_at)
    select $4, "itemId", revision, case when direct then 'sent' else 'intent' end, $3,
      case when direct then clock_timestamp() end
    from ready
    on conflict (post_item_id, revision) do update
      set fence = excluded.fence, tries = publish_attempt.tries + 1, started_at = now(),
        phase = excluded.phase, sent_at = excluded.sent_at
      where publish_attempt.phase = 'intent'
    returning tries, phase, evidence @? '$[*].verdict' as again
  ),
  claimed as (
    update post
    set state = 'publishing', hold = null, turn_at = clock_timestamp(), updated_at = now()
    where id = (select post_id from ready) and (state = 'scheduled' or hold is not null)
  ),
  claimed_event as (
    insert into post_event (post_id, kind, detail)
    select post_id, 'claimed', jsonb_build_object('part', $2 + 1, 'try', tries)
    from ready, attempt
    union all
    select post_id, 'request_sent', jsonb_build_object('part', $2 + 1, 'again', again)
    from ready, attempt
    where attempt.phase = 'sent'
  ),
  -- The post waits: once, however often it is looked at. A thread between two parts stays in publishing, and
  -- so does what may be out: it must not be changed.
  held as (
    update post p
    set hold = due.hold, updated_at = now(),
      state = case when $2 = 0 and not due.repeat then 'scheduled' else p.state end
    from due
    where p.id = due.post_id
      and due.hold is not null
      and p.hold is distinct from due.hold
      and not exists (select 1 from late)
    returning p.id, p.hold, due.repeat
  ),
  held_event as (
    insert into post_event (post_id, kind, detail)
    select id, 'held', jsonb_build_object('part', $2 + 1, 'why', hold, 'repeat', repeat)
    from held
  ),
  -- The post ends as missed, and its people are asked what to do. A thread of which a part is out is partly
  -- published: it cannot wait for its channel for ever, nor go on unasked. Not what may be out: nobody can say
  -- of it that it was not sent.
  missed as (
    update post p
    set state = case when $2 = 0 then 'missed' else 'partly_published' end, hold = null,
      error_code = 'missed', error = ${MISSED_TEXT}, updated_at = now()
    from late
    where p.id = late.post_id and not late.repeat
    returning p.id, p.organization_id, p.integration_id, p.state, p.error
  ),
  missed_event as (
    insert into post_event (post_id, kind, detail)
    select id, 'missed', jsonb_build_object('reason', error)
    from missed
  ),
  missed_notification as (
    insert into notification (organization_id, kind, post_id, integration_id, content)
    select organization_id, state, id, integration_id, error
    from missed
  )
  select part.*, due.hold,
    attempt.tries is not null as claimed,
    coalesce(attempt.phase = 'sent', false) as "markedSent",
    exists (select 1 from missed) as missed,
    exists (select 1 from late where repeat) as "tooLate",
    exists (select 1 from look_first) as "lookFirst",
    pace.ms as "paceMs",
    exists (select 1 from probe) as probe
  from part
  cross join pace
  left join due on true
  left join attempt on true`,
};
