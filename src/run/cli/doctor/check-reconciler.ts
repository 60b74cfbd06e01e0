/** The reconciler: its schedule, its last pass, and what its runs show of Temporal's clock. */
import {
  ScheduleNotFoundError,
  isGrpcServiceError,
  type Client,
  type ScheduleDescription,
  type WorkflowHandle,
} from '@temporalio/client';
import { RECONCILE_SCHEDULE_ID, RECONCILE_WORKFLOW_ID } from '../../../../temporal/contract/reconcile.ts';
import { readInstanceState, type PassRun } from '../../../platform/metrics/instance-state.ts';
import { DEADLINE_MS, fail, ok, warn, type DoctorDeps, type Finding } from './finding.ts';

type Deps = Pick<DoctorDeps, 'temporal' | 'database'>;

/** A pass every minute; a few may be missed while Temporal restarts. */
const PASS_LIMIT_SECONDS = 300;
const SKEW_LIMIT_SECONDS = 10;
/** The status NOT_FOUND of gRPC. */
const NOT_FOUND = 5;
const START_WORKER = 'Start a worker (npm start or npm run worker)';

/** Whether runs that Temporal loses are started again. */
export async function checkReconciler({ temporal, database }: Deps): Promise<Finding> {
  const schedule = await readSchedule(temporal);
  if (!schedule) {
    return fail(
      'Reconciler',
      'its schedule is missing: runs that Temporal loses are not started again',
      `${START_WORKER}; it creates the schedule`,
    );
  }
  if (schedule.state.paused) {
    return fail(
      'Reconciler',
      'its schedule is paused',
      `Unpause ${RECONCILE_SCHEDULE_ID} in the Temporal UI`,
    );
  }
  const { reconciler, reconcilerSeconds } = await readInstanceState(database);
  if (!reconciler || reconcilerSeconds === null) {
    return warn(
      'Reconciler',
      'it has not run yet',
      'While a worker runs, the reconciler runs every minute; check again in two',
    );
  }
  if (reconcilerSeconds > PASS_LIMIT_SECONDS) {
    return fail(
      'Reconciler',
      `its last pass was ${Math.round(reconcilerSeconds)} s ago`,
      `${START_WORKER}; then see the run "${RECONCILE_WORKFLOW_ID}" in the Temporal UI`,
    );
  }
  const age = Math.max(0, Math.round(reconcilerSeconds));
  const repairs = reconciler.restarted + reconciler.revived;
  return ok('Reconciler', `last pass ${age} s ago, ${repairs} repairs so far`);
}

/**
 * How far Temporal's clock is from the database's: Temporal recorded when the last pass began and ended, and
 * the database when it was recorded in between. Without such a pass there is nothing to report: a store that
 * was wiped does not know the pass before, and a run without a pass reveals nothing about clocks.
 */
export async function checkTemporalClock({ temporal, database }: Deps): Promise<Finding[]> {
  const { reconciler } = await readInstanceState(database);
  if (!reconciler?.run) return [];
  const pass = await readPass(temporal, reconciler.run);
  return pass ? [checkSkew(pass, Date.parse(reconciler.at))] : [];
}

/** A pass by Temporal's clock, in milliseconds since the epoch. */
interface Pass {
  readonly began: number;
  readonly ended: number;
}

/** @param recorded when the database recorded the pass, by its own clock */
export function checkSkew({ began, ended }: Pass, recorded: number): Finding {
  const apart = Math.max(0, began - recorded, recorded - ended) / 1000;
  const most = Math.max(Math.abs(recorded - began), Math.abs(ended - recorded)) / 1000;
  if (apart <= SKEW_LIMIT_SECONDS) {
    return ok('Clock of Temporal', `at most ${most.toFixed(1)} s between Temporal and the database`);
  }
  return warn(
    'Clock of Temporal',
    `at least ${apart.toFixed(1)} s between Temporal and the database`,
    'Turn on time synchronisation (NTP) on both machines',
  );
}

/** Null for a run that this store does not know, or that has not reported yet that the pass has ended. */
async function readPass(temporal: Client, { workflowId, runId }: PassRun): Promise<Pass | null> {
  const events = await temporal.connection
    .withDeadline(Date.now() + DEADLINE_MS, () =>
      temporal.workflow.getHandle(workflowId, runId).fetchHistory(),
    )
    .then((history) => history.events ?? [])
    .catch((error: unknown) => {
      if (isGrpcServiceError(error) && error.code === NOT_FOUND) return [];
      throw error;
    });
  const started = events.find((event) => event.activityTaskStartedEventAttributes);
  const completed = events.find((event) => event.activityTaskCompletedEventAttributes);
  if (!started || !completed) return null;
  return { began: timeOf(started), ended: timeOf(completed) };
}

type Event = NonNullable<Awaited<ReturnType<WorkflowHandle['fetchHistory']>>['events']>[number];

const timeOf = ({ eventTime }: Event): number =>
  Number(eventTime?.seconds ?? 0) * 1000 + (eventTime?.nanos ?? 0) / 1e6;

async function readSchedule(temporal: Client): Promise<ScheduleDescription | null> {
  return temporal.connection
    .withDeadline(Date.now() + DEADLINE_MS, () =>
      temporal.schedule.getHandle(RECONCILE_SCHEDULE_ID).describe(),
    )
    .catch((error: unknown) => {
      if (error instanceof ScheduleNotFoundError) return null;
      throw error;
    });
}
