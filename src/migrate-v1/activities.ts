/** The steps of moving over from v1, as a run of Temporal takes them. What they did is in rows. */
import type { CopyDeps } from './copy/kind.ts';
import { testChannels } from './copy/test-channels.ts';
import { copyBatch } from './copy/run-pass.ts';
import { cutOver } from './cutover/cut-over.ts';
import { chooseOrganizations, noteProblem } from './cutover/organizations.ts';
import { rollBack } from './cutover/roll-back.ts';
import { openMigrationOf, type Migration } from './v1-source.ts';
import { ApiError } from '../platform/errors.ts';
import type {
  CopiedKind,
  CopyOutcome,
  CopyPlace,
  CopyRef,
  StepOutcome,
  StepRef,
} from './workflows/contract.ts';
import type { ActivityDeps } from '../../activities/deps.ts';

/** What these activities work with beside the rest. */
export type MigrationDeps = ActivityDeps & CopyDeps['context'];

/** How an activity learns that it is to end, and what it keeps for its next try. */
export interface MigrationCall {
  readonly deps: MigrationDeps;
  readonly signal: AbortSignal;
  /** Where a try before this one was, from its last heartbeat. */
  readonly begun?: CopyProgress;
  note(progress: CopyProgress): void;
}

/** What the heartbeats of a copy carry. */
export interface CopyProgress {
  readonly place: CopyPlace;
  readonly kinds: readonly CopiedKind[];
}

/** An activity copies for about so long: long enough for a short history, short enough to be paused. */
const COPY_MS = 10_000;

/** Copies batch after batch, for some seconds or until the pass is over. */
export async function copyFromV1(
  { deps, signal, begun, note }: MigrationCall,
  { sourceId, place, sinceMs }: CopyRef,
): Promise<CopyOutcome> {
  const outcome = await withMigration(deps, sourceId, async (migration): Promise<CopyOutcome> => {
    const sums = new Map(begun?.kinds.map((sum) => [sum.kind, sum]));
    const since = sinceMs === undefined ? undefined : new Date(sinceMs);
    const until = performance.now() + COPY_MS;
    let next: CopyPlace | null = begun?.place ?? place;
    while (next && performance.now() < until) {
      signal.throwIfAborted();
      const { kind, read, written, removed, next: after } = await copyBatch(migration, next, { since });
      const sum = sums.get(kind) ?? { kind, read: 0, written: 0, removed: 0 };
      sums.set(kind, {
        kind,
        read: sum.read + read,
        written: sum.written + written,
        removed: sum.removed + removed,
      });
      next = after;
      if (next) note({ place: next, kinds: [...sums.values()] });
    }
    if (!next && !since) await testChannels(migration);
    return { status: 'copied', kinds: [...sums.values()], next };
  });
  return outcome ?? { status: 'ended' };
}

/** Cuts one organisation over, or back. A refusal is kept in its row, and ends the step. */
export async function takeMigrationStep(
  { deps, signal }: Pick<MigrationCall, 'deps' | 'signal'>,
  { sourceId, step }: StepRef,
): Promise<StepOutcome> {
  const { database } = deps;
  const outcome = await withMigration(deps, sourceId, async (migration): Promise<StepOutcome> => {
    const [organization] = await chooseOrganizations(database, sourceId, step.organizationId);
    if (!organization) return { status: 'failed' };
    try {
      if (step.do === 'rollback') await rollBack(migration, organization);
      else await cutOver(migration, organization, { ...step, say: () => undefined, signal });
      await noteProblem(database, organization.id, null);
      return { status: 'done' };
    } catch (error) {
      // A database that is away is no refusal: the step is taken again.
      if (!(error instanceof ApiError) || error.code === 'unavailable') throw error;
      await noteProblem(database, organization.id, error.message);
      return { status: 'failed' };
    }
  });
  return outcome ?? { status: 'ended' };
}

/** @returns null when the migration is finished */
async function withMigration<T>(
  deps: MigrationDeps,
  sourceId: string,
  work: (migration: Migration) => Promise<T>,
): Promise<T | null> {
  const migration = await openMigrationOf(deps, sourceId);
  if (!migration) return null;
  try {
    return await work(migration);
  } finally {
    await migration.close();
  }
}
