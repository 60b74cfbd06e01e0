/**
 * The parts of a claim that keep a post from a network that would not take it: its server does not answer
 * (`network_circuit`), it asked the channel to wait (`channel_limit`), or the channel's token could not be
 * renewed (`credential_renewal`). All are learned by one worker and known to all
 * (activities/network-health.ts, src/channels/renewal-lease.ts).
 */
import { milliseconds } from '../../src/platform/milliseconds.ts';

/**
 * The reason in SQL why the network is not called now; null when it may be. `c` is the circuit, `l` the
 * limit, `n` a renewal of the credentials that failed a moment ago.
 */
export const WAIT = `case
    when l.until > clock_timestamp() then jsonb_build_object(
      'for', 'limit',
      'ms', ceil(${milliseconds('l.until - clock_timestamp()')}),
      'waiting', l.waiting,
      'reason', l.reason,
      'until', to_char(l.until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    when c.probe_at > clock_timestamp() then jsonb_build_object(
      'for', 'server',
      'ms', ceil(${milliseconds('c.probe_at - clock_timestamp()')}),
      'waiting', c.waiting,
      'reason', c.reason)
    when n.ends_at > clock_timestamp() and i.expires_at <= clock_timestamp() then jsonb_build_object(
      'for', 'credentials',
      'ms', ceil(${milliseconds('n.ends_at - clock_timestamp()')}),
      'waiting', 0,
      'reason', 'the access token could not be renewed: ' || (n.failure ->> 'message'))
  end`;

/** The tables that `WAIT` reads; `i` is the channel. */
export const WAIT_TABLES = `left join network_circuit c on c.provider = i.provider and c.host = i.host
  left join channel_limit l on l.integration_id = i.id
  left join credential_renewal n
    on n.integration_id = i.id and n.version = i.credentials_version and n.failure is not null`;

const LAST_EVENT = `(
      select e.id
      from post_event e
      where e.post_id = barred.post_id
      order by e.id desc
      limit 1
    )`;

/**
 * Posts that are due but must not call the network. The timeline gets one line about it, however often the
 * post is looked at.
 */
export const BARRED = `barred as (
    select *, case wait ->> 'for' when 'limit' then 'rate_limited' else 'will_retry' end as kind
    from decided
    where verdict_of = 'barred'
  ),
  barred_event as (
    insert into post_event (post_id, kind, detail)
    select post_id, kind, jsonb_strip_nulls(
      jsonb_build_object('part', $2 + 1, 'reason', wait ->> 'reason', 'until', wait ->> 'until'))
    from barred
    where not exists (
      select 1
      from post_event e
      where e.id = ${LAST_EVENT} and e.kind = barred.kind
    )
  ),
  barred_longer as (
    update post_event e
    set detail = e.detail || jsonb_build_object('until', barred.wait ->> 'until')
    from barred
    where e.id = ${LAST_EVENT} and e.kind = 'rate_limited' and barred.kind = 'rate_limited'
      and (e.detail ->> 'until')::timestamptz < (barred.wait ->> 'until')::timestamptz
  )`;

/**
 * While a server does not answer, one post at a time tries: the one that moves the time of the next probe.
 * The time leaves the call enough to be answered (`$6`).
 */
export const PROBE = `probe as (
    update network_circuit c
    set probe_at = clock_timestamp() + $6::float8 * interval '1 millisecond'
    from decided
    where verdict_of = 'probe' and c.provider = decided.provider and c.host = decided.host
      and c.probe_at <= clock_timestamp()
    returning 1
  )`;
