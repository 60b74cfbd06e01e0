/** The reconciler: its schedule, its last pass, and what its runs tell about Temporal's clock. */
import { ScheduleNotFoundError, type Client, type ScheduleDescription } from '@temporalio/client';
import { RECONCILE_SCHEDULE_ID, RECONCILE_WORKFLOW_ID } from '../../../temporal/contract.ts';
import { readInstanceState } from '../../platform/metrics/instance-state.ts';
import { DEADLINE_MS, fail, ok, warn, type DoctorDeps, type Finding } from './finding.ts';

type Deps = Pick<DoctorDeps, 'temporal' | 'database'>;

/** A pass every minute; a few may be missed while Temporal restarts. */
const PASS_LIMIT_SECONDS = 300;
const SKEW_LIMIT_SECONDS = 10;
const START_WORKER = 'Start a worker: npm start does it, or npm run worker';

/** Whether what Temporal loses is started again. */
export async function checkReconciler({ temporal, database }: Deps): Promise<Finding> {
  const schedule = await readSchedule(temporal);
  if (!schedule) {
    return fail(
      'Reconciler',
      'its schedule is not there: what Temporal loses is not started again',
      `${START_WORKER}; it makes the schedule`,
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
      'Once a worker runs it does so every minute; look again in two',
    );
  }
  if (reconcilerSeconds > PASS_LIMIT_SECONDS) {
    return fail(
      'Reconciler',
      `its last pass was ${Math.round(reconcilerSeconds)} s ago`,
      `${START_WORKER}; then look at the run "${RECONCILE_WORKFLOW_ID}" in the Temporal UI`,
    );
  }
  return ok(
    'Reconciler',
    `last pass ${Math.max(0, Math.round(reconcilerSeconds))} s ago, ${reconciler.restarted + reconciler.revived} repairs so far`,
  );
}

/**
 * How far Temporal's clock is from the database's: both wrote down when the last pass ended. Nothing is said
 * where there was none.
 */
export async function checkTemporalClock({ temporal, database }: Deps): Promise<Finding[]> {
  const last = (await readSchedule(temporal))?.info.recentActions.at(-1)?.action;
  const { reconciler } = await readInstanceState(database);
  if (!last || !reconciler) return [];
  const { closeTime } = await temporal.connection.withDeadline(Date.now() + DEADLINE_MS, () =>
    temporal.workflow.getHandle(last.workflow.workflowId, last.workflow.firstExecutionRunId).describe(),
  );
  return closeTime ? judgeSkew((closeTime.getTime() - Date.parse(reconciler.at)) / 1000) : [];
}

/** @param seconds by which Temporal's clock is ahead; a pass of its own takes a second or two of it */
export function judgeSkew(seconds: number): Finding[] {
  const detail = `about ${Math.abs(seconds).toFixed(1)} s between Temporal and the database`;
  // Above a minute the two times may be those of different passes.
  if (Math.abs(seconds) <= SKEW_LIMIT_SECONDS) return [ok('Clock of Temporal', detail)];
  return [
    warn(
      'Clock of Temporal',
      detail,
      'Switch on time synchronisation (NTP) on both machines; look again in a minute, in case a pass was just running',
    ),
  ];
}

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
