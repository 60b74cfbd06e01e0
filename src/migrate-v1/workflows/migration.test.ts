import { expect, it } from '@jest/globals';
import { ApplicationFailure } from '@temporalio/common';
import { MINUTE, SECOND } from '../../test/publish-run.ts';
import type { ShortRun } from '../../test/short-run.ts';
import { describeRuns, type TimeSkippingWorld } from '../../test/time-skipping.ts';
import type { MigrationPlan } from '../test/migration-plan.ts';
import {
  ABORT_MIGRATION_UPDATE,
  MIGRATION_PROGRESS_QUERY,
  MIGRATION_STEP_UPDATE,
  PAUSE_MIGRATION_UPDATE,
  RESUME_MIGRATION_UPDATE,
  migrationWorkflowId,
  type CopyOutcome,
  type CopyRef,
  type MigrationProgress,
  type MigrationStep,
} from './contract.ts';

const ENDED: CopyOutcome = { status: 'ended' };
const copied = (after: string | null, written = 3): CopyOutcome => ({
  status: 'copied',
  kinds: [{ kind: 'post', read: 500, written, removed: 0 }],
  next: after === null ? null : { kind: 9, after },
});
const cutover = (organizationId: string): MigrationStep => ({
  do: 'cutover',
  organizationId,
  overdue: 'ask',
  graceMs: MINUTE,
  frozenSource: false,
});

let sources = 0;

describeRuns('MigrateV1Workflow', (world: TimeSkippingWorld) => {
  function startIn(plan: MigrationPlan): Promise<ShortRun> {
    const sourceId = `source-${++sources}`;
    return world.startShort({
      type: 'MigrateV1Workflow',
      workflowId: migrationWorkflowId(sourceId),
      argument: { sourceId, everyMs: 20 * SECOND },
      plan,
    });
  }
  const progressOf = ({ handle }: ShortRun): Promise<MigrationProgress> =>
    handle.query<MigrationProgress>(MIGRATION_PROGRESS_QUERY);
  const refs = ({ calls }: ShortRun): CopyRef[] => calls.map(({ argument }) => argument as CopyRef);

  it('copies everything batch by batch, and then every twenty seconds what changed', async () => {
    const run = await startIn({
      copyFromV1: [copied('500'), copied('1000'), copied(null), copied(null, 1), ENDED],
    });
    expect(await run.result()).toEqual({ summary: 'finished' });
    expect(refs(run).map(({ place }) => place)).toEqual([
      { kind: 0, after: '' },
      { kind: 9, after: '500' },
      { kind: 9, after: '1000' },
      { kind: 0, after: '' },
      { kind: 0, after: '' },
    ]);
    const [first, , , look, next] = refs(run);
    expect(first?.sinceMs).toBeUndefined();
    // A minute before the pass began: what was written then may have been committed after it was read.
    expect(Math.abs((look?.sinceMs ?? 0) - (run.startMs - MINUTE))).toBeLessThan(10 * SECOND);
    expect((next?.sinceMs ?? 0) - (look?.sinceMs ?? 0)).toBeGreaterThanOrEqual(20 * SECOND);
    expect(await progressOf(run)).toMatchObject({
      doing: 'watching',
      copied: [{ kind: 'post', read: 1500, written: 9, removed: 0 }],
      changes: 1,
    });
  });

  it('looks for rows that v1 deleted permanently at every twentieth look', async () => {
    const run = await startIn({ copyFromV1: [...Array.from({ length: 22 }, () => copied(null, 0)), ENDED] });
    await run.result();
    const whole = refs(run).flatMap(({ sinceMs }, n) => (sinceMs === undefined ? [n] : []));
    expect(whole).toEqual([0, 20]);
  });

  it('cuts organisations over one after the other, and reports how each step ended', async () => {
    const run = await startIn({
      copyFromV1: [copied(null), copied(null), copied(null), ENDED],
      takeMigrationStep: [{ status: 'done' }, { status: 'failed' }],
    });
    const { handle } = run;
    await handle.executeUpdate(MIGRATION_STEP_UPDATE, { args: [cutover('ada-and-co')] });
    await handle.executeUpdate(MIGRATION_STEP_UPDATE, {
      args: [{ do: 'rollback', organizationId: 'bob-inc' }],
    });
    await run.result();
    const steps = run.calls.filter(({ activity }) => activity === 'takeMigrationStep');
    expect(steps.map(({ argument }) => argument)).toEqual([
      { sourceId: `source-${sources}`, step: cutover('ada-and-co') },
      { sourceId: `source-${sources}`, step: { do: 'rollback', organizationId: 'bob-inc' } },
    ]);
    expect(await progressOf(run)).toMatchObject({
      organizationId: null,
      waiting: [],
      steps: [
        { do: 'rollback', organizationId: 'bob-inc', outcome: 'failed' },
        { do: 'cutover', organizationId: 'ada-and-co', outcome: 'done' },
      ],
    });
  });

  it('copies nothing while it is paused, and goes on where it was', async () => {
    const run = await startIn({ copyFromV1: [copied('500'), copied(null), ENDED] });
    const { handle } = run;
    await handle.executeUpdate(PAUSE_MIGRATION_UPDATE);
    const before = run.calls.length;
    await world.pass(10 * MINUTE);
    // One that was under way when it was paused has ended since.
    expect(run.calls.length - before).toBeLessThanOrEqual(1);
    expect(await progressOf(run)).toMatchObject({ paused: true });
    await handle.executeUpdate(RESUME_MIGRATION_UPDATE);
    expect(await run.result()).toEqual({ summary: 'finished' });
    expect(refs(run).map(({ place }) => place.after)).toEqual(['', '500', '']);
  });

  it('takes steps while the copy is paused', async () => {
    const run = await startIn({
      copyFromV1: [copied(null), ENDED],
      takeMigrationStep: [{ status: 'ended' }],
    });
    await run.handle.executeUpdate(PAUSE_MIGRATION_UPDATE);
    await run.handle.executeUpdate(MIGRATION_STEP_UPDATE, { args: [cutover('ada-and-co')] });
    expect(await run.result()).toEqual({ summary: 'finished' });
  });

  it('ends when it is aborted', async () => {
    const run = await startIn({ copyFromV1: [copied(null)] });
    await run.handle.executeUpdate(ABORT_MIGRATION_UPDATE);
    expect(await run.result()).toEqual({ summary: 'aborted' });
  });

  it('tries again while a database is away', async () => {
    const away = ApplicationFailure.retryable('the database is away');
    const run = await startIn({ copyFromV1: [away, away, copied(null), ENDED] });
    await run.result();
    expect(refs(run).map(({ sinceMs }) => sinceMs === undefined)).toEqual([true, true, true, false]);
  });
});

describeRuns(
  'MigrateV1Workflow',
  (world) => {
    it('continues in a new run after sixty looks, and knows what it has copied', async () => {
      const sourceId = `source-${++sources}`;
      const run = await world.startShort({
        type: 'MigrateV1Workflow',
        workflowId: migrationWorkflowId(sourceId),
        argument: { sourceId, everyMs: SECOND },
        plan: { copyFromV1: [...Array.from({ length: 65 }, () => copied(null, 1)), ENDED] },
      });
      await run.result();
      const { workflow } = world.environment.client;
      const { workflowId, firstExecutionRunId } = run.handle;
      const { runId } = await workflow.getHandle(workflowId).describe();
      expect(runId).not.toBe(firstExecutionRunId);
      expect(
        await workflow.getHandle(workflowId, runId).query<MigrationProgress>(MIGRATION_PROGRESS_QUERY),
      ).toMatchObject({ copied: [{ kind: 'post', written: 1 }], changes: 64 });
      await world.replay([firstExecutionRunId, runId].map((id) => workflow.getHandle(workflowId, id)));
    }, 120_000);
  },
  { 'with a worker that remembers its runs': 50 },
);
