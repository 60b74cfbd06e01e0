/** The migration from v1, as the operator's page shows it. */
import type { Context } from '../platform/context.ts';
import { readOrganizations } from './cutover/organizations.ts';
import { readKeysHere } from './program-keys.ts';
import { readRun } from './run.ts';
import { readSamples, type Sample } from './samples.ts';
import { openMigration, readCurrentSource } from './v1-source.ts';
import { readProblems } from './verify.ts';
import { ApiError } from '../platform/errors.ts';
import type { MigrationProgress } from './workflows/contract.ts';

const SAMPLES = 5;

/**
 * The migration that is under way, for the shape `migrationShape`; `migration` is null when there is none.
 */
export async function readMigrationView(context: Context): Promise<{ migration: object | null }> {
  const current = await readCurrentSource(context);
  if (!current) return { migration: null };
  const { id: sourceId, version, redis, temporal, scheduler } = current;
  const [organizations, problems, run, compared] = await Promise.all([
    readOrganizations(context.database, sourceId),
    readProblems({ context, sourceId }),
    readRun(context, sourceId),
    compare(context),
  ]);
  const keys = await readKeysHere(context.database, sourceId, organizations);
  const progress = run?.progress ?? null;
  return {
    migration: {
      version,
      redis,
      temporal,
      scheduler,
      running: run?.running ?? null,
      progress: progress && presentProgress(progress),
      organizations: organizations.map(({ stoppedMs, cutOverMs, ...one }) => ({
        id: one.id,
        legacyId: one.legacyId,
        name: one.name,
        publishes: one.publishes,
        phase: one.phase,
        waiting: one.waiting,
        withoutFiles: one.withoutFiles,
        problem: one.problem,
        restoredAt: one.restoredAt && new Date(one.restoredAt).toISOString(),
        stoppedAt: instantOf(stoppedMs),
        cutOverAt: instantOf(cutOverMs),
      })),
      keys: keys.map(({ usedMs, ...key }) => ({ ...key, usedAt: instantOf(usedMs) })),
      problems,
      ...compared,
    },
  };
}

/** v1 may be shut down by now: what is known here is shown all the same. */
async function compare(
  context: Context,
): Promise<{ samples: readonly Sample[]; sourceProblem: string | null }> {
  try {
    const migration = await openMigration(context);
    try {
      return { samples: await readSamples(migration, SAMPLES), sourceProblem: null };
    } finally {
      await migration.close();
    }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { samples: [], sourceProblem: error.message };
  }
}

const instantOf = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());

const presentProgress = ({ copiedAtMs, lookedAtMs, waiting, steps, ...progress }: MigrationProgress) => ({
  ...progress,
  copiedAt: instantOf(copiedAtMs),
  lookedAt: instantOf(lookedAtMs),
  waiting: waiting.map(({ do: what, organizationId }) => ({ do: what, organizationId })),
  steps: steps.map(({ endedMs, ...step }) => ({ ...step, endedAt: instantOf(endedMs) })),
});
