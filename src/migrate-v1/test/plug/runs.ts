import { SECOND } from '../../../test/publish-run.ts';
import type { PluggedRuns, ShortCase } from '../../../test/short-run.ts';
import {
  ABORT_MIGRATION_UPDATE,
  MIGRATION_STEP_UPDATE,
  PAUSE_MIGRATION_UPDATE,
  RESUME_MIGRATION_UPDATE,
  migrationWorkflowId,
  type CopyOutcome,
  type MigrationStep,
} from '../../workflows/contract.ts';
import type { MigrationPlan } from '../migration-plan.ts';

const migration = (sourceId: string, plan: MigrationPlan, during: ShortCase['during']): ShortCase => ({
  type: 'MigrateV1Workflow',
  workflowId: migrationWorkflowId(sourceId),
  argument: () => ({ sourceId, everyMs: 200 }),
  plan,
  during,
});
const copied = (next: number | null): CopyOutcome => ({
  status: 'copied',
  kinds: [{ kind: 'post', read: 500, written: 3, removed: 0 }],
  next: next === null ? null : { kind: next, after: '' },
});
const OVER: CopyOutcome = { status: 'ended' };
const CUTOVER: MigrationStep = {
  do: 'cutover',
  organizationId: 'ada-and-co',
  overdue: 'ask',
  graceMs: SECOND,
  frozenSource: false,
};
const ROLLBACK: MigrationStep = { do: 'rollback', organizationId: 'ada-and-co' };

const cases: PluggedRuns['cases'] = {
  'copied-and-cut-over': migration(
    'copied-and-cut-over',
    {
      copyFromV1: [copied(4), copied(null), copied(null), copied(null), OVER],
      takeMigrationStep: [{ status: 'done' }, { status: 'failed' }],
    },
    async ({ handle }) => {
      await handle.executeUpdate(MIGRATION_STEP_UPDATE, { args: [CUTOVER] });
      await handle.executeUpdate(MIGRATION_STEP_UPDATE, { args: [ROLLBACK] });
    },
  ),
  'paused-and-aborted': migration(
    'paused-and-aborted',
    { copyFromV1: [copied(4), copied(null)] },
    async ({ handle }) => {
      await handle.executeUpdate(PAUSE_MIGRATION_UPDATE);
      await handle.executeUpdate(RESUME_MIGRATION_UPDATE);
      await handle.executeUpdate(ABORT_MIGRATION_UPDATE);
    },
  ),
};

export const runs: readonly PluggedRuns[] = [{ activities: ['copyFromV1', 'takeMigrationStep'], cases }];
