/** The run that moves v1 over: how the operator starts it, follows it and steers it. */
import { WorkflowIdConflictPolicy, WorkflowIdReusePolicy, WorkflowNotFoundError } from '@temporalio/common';
import type { Context } from '../platform/context.ts';
import { WORKFLOW_QUEUE } from '../../temporal/contract/queues.ts';
import {
  ABORT_MIGRATION_UPDATE,
  MIGRATION_PROGRESS_QUERY,
  MIGRATION_STEP_UPDATE,
  MIGRATION_SUMMARY,
  PAUSE_MIGRATION_UPDATE,
  RESUME_MIGRATION_UPDATE,
  migrationWorkflowId,
  type MigrationProgress,
  type MigrationStep,
  type StartedMigration,
} from './workflows/contract.ts';
import { ApiError } from '../platform/errors.ts';
import { noteMerges } from './copy/merges.ts';
import { registerSource, type SourceAccess } from './v1-source.ts';

type Deps = Pick<Context, 'temporal'>;

/** Changes of v1 are to be here within 30 seconds. */
const EVERY_MS = 20_000;
/** A worker answers queries; without one, the page is shown without them. */
const QUERY_MS = 3000;

/**
 * Starts the run of a source, or finds it. One that was aborted begins again, and copies what has changed.
 */
export async function startRun({ temporal }: Deps, sourceId: string): Promise<void> {
  await temporal.workflow.start<StartedMigration['MigrateV1Workflow']>('MigrateV1Workflow', {
    workflowId: migrationWorkflowId(sourceId),
    taskQueue: WORKFLOW_QUEUE,
    workflowIdReusePolicy: WorkflowIdReusePolicy.ALLOW_DUPLICATE,
    workflowIdConflictPolicy: WorkflowIdConflictPolicy.USE_EXISTING,
    args: [{ sourceId, everyMs: EVERY_MS }],
    staticSummary: MIGRATION_SUMMARY,
  });
}

/**
 * Registers a source and begins to copy it.
 *
 * @param merge email addresses whose accounts are one person each
 * @throws ApiError `invalid_request` when it cannot be reached or is none of v1, or has no account with an
 * address of `merge`
 */
export async function startMigration(
  context: Parameters<typeof registerSource>[0] & Deps,
  access: SourceAccess,
  merge: readonly string[] = [],
): Promise<void> {
  const migration = await registerSource(context, access);
  try {
    await noteMerges(migration, merge);
  } finally {
    await migration.close();
  }
  await startRun(context, migration.sourceId);
}

/** What the operator can make the run do at any time. */
export type Message = 'pause' | 'resume' | 'abort' | MigrationStep;

const UPDATES = {
  pause: PAUSE_MIGRATION_UPDATE,
  resume: RESUME_MIGRATION_UPDATE,
  abort: ABORT_MIGRATION_UPDATE,
} as const;

/**
 * Signals the run. `resume`, and a step, start one that has ended.
 *
 * @throws ApiError `invalid_request` when there is no run to pause or abort
 */
export async function signalRun(context: Deps, sourceId: string, message: Message): Promise<void> {
  if (message !== 'pause' && message !== 'abort') await startRun(context, sourceId);
  const handle = context.temporal.workflow.getHandle(migrationWorkflowId(sourceId));
  try {
    if (typeof message === 'string') await handle.executeUpdate(UPDATES[message]);
    else await handle.executeUpdate<void, [MigrationStep]>(MIGRATION_STEP_UPDATE, { args: [message] });
  } catch (error) {
    if (!(error instanceof WorkflowNotFoundError)) throw error;
    throw new ApiError('invalid_request', { inEnglish: 'The copy is not under way: nothing to stop' });
  }
}

/** How far the run is. `progress` is null when no worker answers. */
export interface RunState {
  readonly running: boolean;
  readonly progress: MigrationProgress | null;
}

/** @returns null when there is no run, or Temporal cannot be reached */
export async function readRun({ temporal }: Deps, sourceId: string): Promise<RunState | null> {
  const handle = temporal.workflow.getHandle(migrationWorkflowId(sourceId));
  try {
    return await temporal.withDeadline(Date.now() + QUERY_MS, async () => {
      const { status } = await handle.describe();
      const progress = await handle
        .query<MigrationProgress>(MIGRATION_PROGRESS_QUERY)
        .catch((): null => null);
      return { running: status.name === 'RUNNING', progress };
    });
  } catch {
    return null;
  }
}
