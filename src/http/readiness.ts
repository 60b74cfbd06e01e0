/** Whether the instance does its work, for GET /api/ready and the operator's page. */
import type { Sentence } from '../../providers/_kit/sentences/fill.ts';
import { readFreeze, type FreezeState } from '../platform/freeze.ts';
import type { Context } from '../platform/context.ts';
import type { Statement } from '../platform/database.ts';
import { hasSpace, isDiskFull } from '../platform/database-space.ts';
import { describeProgress, readTemporalStart, type TemporalProgress } from '../platform/temporal-start.ts';
import { WORKFLOW_QUEUE } from '../../temporal/contract/queues.ts';
import { POLL_LIMIT_SECONDS, readPollers } from '../../temporal/pollers.ts';
import { HEARTBEAT_LIMIT_SECONDS, readHeartbeat, readUnserved } from '../platform/worker-heartbeat.ts';
import { sentence } from '../platform/sentences.ts';
import { within } from '../platform/within.ts';

interface Check {
  readonly ok: boolean;
  readonly found: Sentence;
}

const WRITE: Statement = {
  name: 'ready-write',
  text: "insert into instance_state (key, value) values ('ready', '1') on conflict (key) do update set updated_at = now()",
};
const OLDEST: Statement = {
  name: 'ready-outbox',
  text: 'select count(*)::int as rows, coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as age from outbox',
};
const OUTBOX_LIMIT_SECONDS = 60;
const DEADLINE_MS = 3000;
/**
 * A statement that waits for a lock, or for a place in the pool, is silent for half a minute; the caller has
 * given up by then.
 */
const ANSWER_WITHIN_MS = 5000;

/** What one look at the instance found. */
export interface Readiness {
  /** Whether a post created now would be published. */
  readonly ready: boolean;
  readonly checks: Readonly<Record<'database' | 'temporal' | 'worker' | 'outbox', Check>>;
  readonly frozen: Pick<FreezeState, 'at'> | null;
}

/** Looks at everything that a post needs. Never rejects. */
export async function readReadiness(context: Context): Promise<Readiness> {
  const [database, outbox, worker, frozen] = await Promise.all([
    check(context, 'database', () => checkDatabase(context)),
    check(context, 'outbox', () => checkOutbox(context)),
    checkStart(context) ?? check(context, 'temporal', () => checkWorker(context)),
    readFrozen(context),
  ]);
  const found = { database, temporal: worker.temporal ?? worker, worker, outbox };
  const only = ({ ok, found: what }: Check): Check => ({ ok, found: what });
  const checks = {
    database: only(found.database),
    temporal: only(found.temporal),
    worker: only(found.worker),
    outbox: only(found.outbox),
  };
  return { ready: Object.values(checks).every(({ ok }) => ok), checks, frozen };
}

/** Anybody may ask, so what went wrong inside goes to the log. */
async function check(
  context: Context,
  name: string,
  look: () => Promise<Check & { temporal?: Check }>,
): Promise<Check & { temporal?: Check }> {
  try {
    return await within(ANSWER_WITHIN_MS, look());
  } catch (error) {
    context.log.warn({ err: error, check: name }, 'not ready');
    return { ok: false, found: sentence('check_silent') };
  }
}

/** Null as well while the database does not answer; the check `database` reports that. */
async function readFrozen({ database }: Context): Promise<Pick<FreezeState, 'at'> | null> {
  return within(ANSWER_WITHIN_MS, readFreeze(database, {})).then(
    (frozen) => (frozen ? { at: frozen.at } : null),
    () => null,
  );
}

/** What a create needs: a row is written, and there is space for more. */
async function checkDatabase({ database }: Context): Promise<Check> {
  const full = { ok: false, found: sentence('check_disk_full') };
  try {
    await database.query(WRITE);
    return (await hasSpace(database)) ? { ok: true, found: sentence('check_written') } : full;
  } catch (error) {
    if (isDiskFull(error)) return full;
    throw error;
  }
}

async function checkOutbox({ database }: Context): Promise<Check> {
  const [outbox = { rows: 0, age: 0 }] = await database.query<{ rows: number; age: number }>(OLDEST);
  return {
    ok: outbox.age < OUTBOX_LIMIT_SECONDS,
    found:
      outbox.rows === 0
        ? sentence('check_outbox_empty')
        : sentence('check_outbox_waiting', { rows: outbox.rows, seconds: Math.round(outbox.age) }),
  };
}

/** Null when there is no start to wait for. Why one failed is for `doctor`: anybody may ask here. */
function checkStart({ config }: Context): (Check & { temporal: Check }) | null {
  const start = readTemporalStart(config.CRIER_DATA_DIR);
  if (!start) return null;
  const found =
    start.state === 'preparing'
      ? sentence('check_preparing', { progress: sayProgress(start.progress) })
      : sentence('check_start_failed');
  return { ok: false, found: sentence('check_waits_for_temporal'), temporal: { ok: false, found } };
}

/** In English with the time that is left. */
function sayProgress(progress: TemporalProgress): Sentence {
  const { step, done, total } = progress;
  const said = {
    looking: () => sentence('temporal_looking'),
    waiting: () => sentence('temporal_waiting'),
    fetching: () => sentence('temporal_fetching', { done, total }),
    building: () => sentence('temporal_building', { done, total }),
    linking: () => sentence('temporal_linking'),
    downloading: () => sentence('temporal_downloading'),
    starting: () => sentence('temporal_starting'),
  }[step]();
  return { ...said, message: describeProgress(progress) };
}

/**
 * Temporal answers and knows a poller of the workflow queue, and a worker reported in the last 30 seconds
 * that it polls. A network that no worker serves is mentioned.
 */
async function checkWorker({ temporal, database }: Context): Promise<Check & { temporal: Check }> {
  const pollers = await readPollers(temporal, {
    queue: WORKFLOW_QUEUE,
    type: 'workflow',
    deadlineMs: DEADLINE_MS,
  });
  const reached: Check = { ok: true, found: sentence('check_answers') };
  // A poll is remembered for minutes; the heartbeat shows sooner that a worker is gone.
  const heartbeatAge = await readHeartbeat(database);
  const latest = pollers[0];
  if (!latest || heartbeatAge === null) {
    return { ok: false, found: sentence('check_no_worker'), temporal: reached };
  }
  const ok = latest.ageSeconds <= POLL_LIMIT_SECONDS && heartbeatAge <= HEARTBEAT_LIMIT_SECONDS;
  // The others go on, and posts are accepted: no ground to send visitors elsewhere.
  const isShort = ok && (await readUnserved(database)).length > 0;
  const params = { workers: pollers.length, seconds: Math.max(0, Math.round(heartbeatAge)) };
  const found = isShort ? sentence('check_polling_short', params) : sentence('check_polling', params);
  return { ok, found, temporal: reached };
}
