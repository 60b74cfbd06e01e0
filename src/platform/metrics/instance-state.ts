/**
 * What is the case at this moment, in one statement of small or partial indexes: the same cost with ten posts
 * waiting and with a hundred thousand.
 */
import type { Database, Statement } from '../database.ts';
import { publishedElsewhere } from '../published-elsewhere.ts';
import { HEARTBEAT_LIMIT_SECONDS } from '../worker-heartbeat.ts';

/** The run in Temporal that made a pass; the schedule gives each an id of its own. */
export interface PassRun {
  readonly workflowId: string;
  readonly runId: string;
}

/** The last pass of the reconciler, and its repairs with those of all before it. */
interface ReconcilerPass {
  readonly at: string;
  /** Null for a pass that no run made. */
  readonly run?: PassRun | null;
  readonly restarted: number;
  readonly revived: number;
}

/**
 * The state of the instance. Ages in seconds; an age is 0 when there is nothing that could have one, null
 * when it is not known.
 */
export interface InstanceState {
  readonly waiting: number;
  readonly due: number;
  readonly dueOldestSeconds: number;
  readonly held: number;
  readonly unconfirmed: number;
  readonly missed: number;
  readonly outboxRows: number;
  readonly outboxOldestSeconds: number;
  readonly channelsConnected: number;
  readonly channelsDisconnected: number;
  readonly workers: number;
  readonly frozenInstance: number;
  readonly frozenOrganizations: number;
  readonly reconciler: ReconcilerPass | null;
  readonly reconcilerSeconds: number | null;
}

const UNDER_WAY = `state in ('scheduled','publishing','processing') and deleted_at is null
    and not ${publishedElsewhere('post.organization_id')}`;

const STATE: Statement = {
  name: 'metrics-state',
  text: `select
    (select count(*)::int from post where ${UNDER_WAY}) as waiting,
    due.n as due, due.age as "dueOldestSeconds",
    (select count(*)::int from post where hold is not null) as held,
    person.unconfirmed, person.missed, box.n as "outboxRows", box.age as "outboxOldestSeconds",
    channel.connected as "channelsConnected", channel.disconnected as "channelsDisconnected",
    (select count(*)::int from instance_state
      where key like 'worker:%' and updated_at > now() - make_interval(secs => $1)) as workers,
    (select count(*)::int from instance_state where key = 'frozen') as "frozenInstance",
    (select count(*)::int from organization where frozen_at is not null and moved_at is null) as "frozenOrganizations",
    pass.value as reconciler, extract(epoch from now() - pass.updated_at)::float8 as "reconcilerSeconds"
  from (
      select count(*)::int as n, coalesce(extract(epoch from now() - min(publish_at)), 0)::float8 as age
      from post where ${UNDER_WAY} and publish_at <= now()) due,
    (
      select count(*) filter (where state = 'unconfirmed')::int as unconfirmed,
        count(*) filter (where state = 'missed')::int as missed
      from post where state in ('unconfirmed','missed') and deleted_at is null
        and not ${publishedElsewhere('post.organization_id')}) person,
    (
      select count(*)::int as n, coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as age
      from outbox) box,
    (
      select count(*) filter (where not refresh_needed)::int as connected,
        count(*) filter (where refresh_needed)::int as disconnected
      from integration where deleted_at is null and not disabled) channel
    left join instance_state pass on pass.key = 'reconciler'`,
};

/** Reads it. @throws the database's error */
export async function readInstanceState(database: Database): Promise<InstanceState> {
  const [row] = await database.query<InstanceState>(STATE, [HEARTBEAT_LIMIT_SECONDS]);
  if (!row) throw new Error('The state of the instance could not be read');
  return row;
}

const PASS: Statement = {
  name: 'metrics-reconciler-pass',
  text: `insert into instance_state (key, value)
    values ('reconciler', jsonb_build_object('at', now(), 'run', $3::jsonb, 'restarted', $1::int, 'revived', $2::int))
    on conflict (key) do update set updated_at = now(), value = jsonb_build_object(
      'at', now(),
      'run', $3::jsonb,
      'restarted', coalesce((instance_state.value ->> 'restarted')::bigint, 0) + $1::int,
      'revived', coalesce((instance_state.value ->> 'revived')::bigint, 0) + $2::int)`,
};

/**
 * Records a pass of the reconciler: when it was, by which run, and its repairs added to those before.
 *
 * @param run null when no run made it
 */
export async function recordReconcilerPass(
  database: Database,
  { restarted, revived }: { readonly restarted: number; readonly revived: number },
  run: PassRun | null = null,
): Promise<void> {
  await database.query(PASS, [restarted, revived, run && JSON.stringify(run)]);
}
