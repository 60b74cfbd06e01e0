/** The statements that end a freeze: they select the waiting posts and act on them. */
import type { OutboxKind } from '../../platform/entities/delivery.ts';
import type { PostEventKind } from '../../platform/entities/events.ts';
import type { Statement } from '../../platform/database.ts';
import { MAY_BE_OUT_SQL } from '../../platform/attempt-phase.ts';

// An organisation that is frozen itself stays so when the instance is resumed.
const IN_SCOPE = `p.deleted_at is null
      and ($1::uuid is null and o.frozen_at is null or p.organization_id = $1)`;
// Held by the freeze: a post whose date has passed, or a thread between two parts.
const OVERDUE = `p.state in ('scheduled', 'publishing')
      and p.publish_at <= now()
      and (p.state = 'scheduled' or p.hold is not null)
      and ${IN_SCOPE}`;
const TOO_LATE = `p.state = 'scheduled'
      and greatest(p.publish_at, coalesce(p.decided_at, p.publish_at))
        + make_interval(mins => o.missed_after_minutes) <= now()`;

const milliseconds = (moment: string): string => `(extract(epoch from ${moment}) * 1000)::float8`;

/**
 * The statement that counts what a resume would find; `$1` is the organisation, null for the whole instance.
 */
export const PLAN: Statement = {
  name: 'resume-plan',
  text: `select
      count(*) filter (where ${OVERDUE})::int as overdue,
      count(distinct p.integration_id) filter (where ${OVERDUE})::int as channels,
      count(*) filter (where ${OVERDUE} and ${TOO_LATE})::int as "tooLate",
      ${milliseconds(`min(p.publish_at) filter (where ${OVERDUE})`)} as oldest,
      ${milliseconds(`max(p.publish_at) filter (where ${OVERDUE})`)} as newest,
      count(*) filter (where p.state = 'scheduled' and p.publish_at > now())::int as waiting
    from post p
    join organization o on o.id = p.organization_id
    where p.state in ('scheduled', 'publishing') and ${IN_SCOPE}`,
};

const OVERDUE_POSTS = `overdue as (
    select p.id, p.post_group_id, p.publish_at, p.state, p.organization_id,
      ${MAY_BE_OUT_SQL} as may_be_out
    from post p
    join organization o on o.id = p.organization_id
    where ${OVERDUE}
    for update of p
  )`;

// Dates of posts are whole milliseconds, as clients and cursors have them.
const NOW = "date_trunc('milliseconds', now())";

const timeline = (kind: PostEventKind, detail: string): string => `event as (
    insert into post_event (post_id, kind, detail)
    select id, '${kind}', ${detail}
    from changed
  )`;

// A microsecond apart, so that the relay delivers them in the order of their dates.
const MESSAGES = `insert into outbox (id, kind, post_group_id, post_id, available_at)
  select gen_random_uuid(), kind, post_group_id, id,
    clock_timestamp() + row_number() over (order by publish_at, id) * interval '1 microsecond'
  from changed`;

const message = (kind: OutboxKind): string => `'${kind}'`;

/** Sends what is overdue, oldest first. A thread between two parts goes on, however late that is. */
export const SEND_NOW: Statement = {
  name: 'resume-now',
  text: `with
  ${OVERDUE_POSTS},
  changed as (
    update post p
    set hold = null, updated_at = now(),
      decided_at = case when p.state = 'publishing' then now() else p.decided_at end
    from overdue
    where p.id = overdue.id
    returning p.id, p.post_group_id, p.publish_at, ${message('wake_post')} as kind
  ),
  ${timeline('resumed', "'{}'")}
  ${MESSAGES}`,
};

/**
 * Spreads what is overdue evenly over `$2` minutes from now, in the order of its dates. A thread between two
 * parts keeps its date and goes on.
 */
export const RESPREAD: Statement = {
  name: 'resume-respread',
  text: `with
  ${OVERDUE_POSTS},
  place as (
    select id,
      (row_number() over (order by publish_at, id) - 1)
        * (make_interval(secs => $2 * 60) / greatest(count(*) over (), 1)) as after
    from overdue
  ),
  changed as (
    update post p
    set hold = null, updated_at = now(), decided_at = now(),
      revision = p.revision + (p.state = 'scheduled')::int,
      publish_at = case
        when p.state = 'scheduled' then ${NOW} + date_trunc('milliseconds', place.after)
        else p.publish_at
      end
    from place
    where p.id = place.id
    returning p.id, p.post_group_id, p.publish_at, case
      when p.state = 'scheduled' then ${message('sync_post')} else ${message('wake_post')}
    end as kind
  ),
  ${timeline('rescheduled', "jsonb_build_object('publishAt', publish_at)")}
  ${MESSAGES}`,
};

/**
 * Cancels what is overdue. A thread between two parts ends where it is; for a post that may be published, a
 * person must decide whether it is.
 */
export const DROP: Statement = {
  name: 'resume-drop',
  text: `with
  ${OVERDUE_POSTS},
  changed as (
    update post p
    set hold = null, updated_at = now(), revision = p.revision + (not overdue.may_be_out)::int,
      state = case
        when overdue.may_be_out then 'unconfirmed'
        when p.state = 'scheduled' then 'cancelled'
        else 'partly_published'
      end,
      error_code = case
        when overdue.may_be_out then 'outcome_unknown'
        when p.state = 'publishing' then 'dropped'
      end,
      error = case
        when overdue.may_be_out
        then 'It was dropped when publishing was resumed, but an earlier request may have arrived.'
          || ' Look at the account: the post may have been published.'
        when p.state = 'publishing' then 'The rest was dropped when publishing was resumed'
      end
    from overdue
    where p.id = overdue.id
    returning p.id, p.post_group_id, p.publish_at, p.organization_id, p.integration_id, p.state, p.error,
      case
        when overdue.may_be_out then ${message('wake_post')} else ${message('sync_post')}
      end as kind
  ),
  event as (
    insert into post_event (post_id, kind, detail)
    select id, case when state = 'unconfirmed' then 'unconfirmed' else 'cancelled' end,
      jsonb_build_object('why', 'dropped after a freeze', 'reason', 'dropped after a freeze')
    from changed
  ),
  notified as (
    insert into notification (organization_id, kind, post_id, integration_id, content)
    select organization_id, state, id, integration_id, error
    from changed
    where state = 'unconfirmed'
  )
  ${MESSAGES}`,
};
