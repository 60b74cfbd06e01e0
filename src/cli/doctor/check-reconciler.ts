/** The reconciler: its schedule, its last pass, and what its runs say about Temporal's clock. */
import { ScheduleNotFoundError, type Client, type ScheduleDescription } from '@temporalio/client';
import { RECONCILE_SCHEDULE_ID, RECONCILE_WORKFLOW_ID } from '../../../temporal/contract.ts';
import { readInstanceState } from '../../platform/metrics/instance-state.ts';
import { DEADLINE_MS, fail, ok, warn, type DoctorDeps, type Finding } from './finding.ts';

type Deps = Pick<DoctorDeps, 'temporal' | 'database'>;

/** A pass every minute; a few may be missed while Temporal restarts. */
const PASS_LIMIT_SECONDS = 300;
const SKEW_LIMIT_SECONDS = 10;
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
 * How far Temporal's clock is from the database's: both noted when the last pass ended. Without a pass there
 * is nothing to report.
 */
export async function checkTemporalClock({ temporal, database }: Deps): Promise<Finding[]> {
  const last = (await readSchedule(temporal))?.info.recentActions.at(-1)?.action;
  const { reconciler } = await readInstanceState(database);
  if (!last || !reconciler) return [];
  const { closeTime } = await temporal.connection.withDeadline(Date.now() + DEADLINE_MS, () =>
    temporal.workflow.getHandle(last.workflow.workflowId, last.workflow.firstExecutionRunId).describe(),
  );
  return closeTime ? checkSkew((closeTime.getTime() - Date.parse(reconciler.at)) / 1000) : [];
}

/** @param seconds by which Temporal's clock is ahead; ending a pass accounts for a second or two of it */
export function checkSkew(seconds: number): Finding[] {
  const detail = `about ${Math.abs(seconds).toFixed(1)} s between Temporal and the database`;
  // Above a minute the two times may be those of different passes.
  if (Math.abs(seconds) <= SKEW_LIMIT_SECONDS) return [ok('Clock of Temporal', detail)];
  return [
    warn(
      'Clock of Temporal',
      detail,
      'Turn on time synchronisation (NTP) on both machines; ' +
        'check again in a minute, in case a pass was running',
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
