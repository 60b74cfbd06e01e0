/**
 * Moves an instance of v1 over: copies everything, then what changes, until the migration is finished;
 * meanwhile it cuts organisations over and back when the operator asks for it. Each activity may be repeated,
 * and the rows record what is done: a run that is ended loses nothing, and another one goes on.
 */
import {
  CancellationScope,
  condition,
  continueAsNew,
  defineQuery,
  defineUpdate,
  isCancellation,
  proxyActivities,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow';
import { HEARTBEAT_TIMEOUT_MS } from '../../../temporal/contract/bounds.ts';
import { WORKFLOW_QUEUE } from '../../../temporal/contract/queues.ts';
import type { ShortResult } from '../../../temporal/contract/started-workflows.ts';
import {
  ABORT_MIGRATION_UPDATE,
  MIGRATION_PROGRESS_QUERY,
  MIGRATION_STEP_UPDATE,
  PAUSE_MIGRATION_UPDATE,
  RESUME_MIGRATION_UPDATE,
  type CopiedKind,
  type CopyOutcome,
  type CopyPlace,
  type MigrationActivities,
  type MigrationInput,
  type MigrationProgress,
  type MigrationStep,
  type MigrationStepEnd,
} from './contract.ts';

const RETRY = { initialInterval: '1 s', backoffCoefficient: 2, maximumInterval: '1 min' } as const;
const COMMON = { taskQueue: WORKFLOW_QUEUE, heartbeatTimeout: HEARTBEAT_TIMEOUT_MS, retry: RETRY } as const;
const { copyFromV1 } = proxyActivities<MigrationActivities>({ ...COMMON, startToCloseTimeout: '30 min' });
// A cutover waits for what v1 may be sending.
const { takeMigrationStep } = proxyActivities<MigrationActivities>({
  ...COMMON,
  startToCloseTimeout: '6 h',
  cancellationType: 'WAIT_CANCELLATION_COMPLETED',
});

const progressQuery = defineQuery<MigrationProgress>(MIGRATION_PROGRESS_QUERY);
const pauseUpdate = defineUpdate<void>(PAUSE_MIGRATION_UPDATE);
const resumeUpdate = defineUpdate<void>(RESUME_MIGRATION_UPDATE);
const abortUpdate = defineUpdate<void>(ABORT_MIGRATION_UPDATE);
const stepUpdate = defineUpdate<void, [MigrationStep]>(MIGRATION_STEP_UPDATE);

const BEGIN: CopyPlace = { kind: 0, after: '' };
const NOTHING: MigrationProgress = {
  doing: 'copying',
  paused: false,
  organizationId: null,
  copied: [],
  copiedAtMs: null,
  lookedAtMs: null,
  changes: 0,
  waiting: [],
  steps: [],
};
/** What v1 wrote in the seconds before a look may have been committed after it. */
const OVERLAP_MS = 60_000;
const STEPS_SHOWN = 50;
/** How often a look reads everything: rows that v1 deleted permanently leave no trace. */
const WHOLE_EVERY = 20;
/** After this many looks the run continues as a new one, to keep histories short. */
const LOOKS_PER_RUN = 60;

/** Ends when the migration is finished, or is aborted. */
export async function MigrateV1Workflow(input: MigrationInput): Promise<ShortResult> {
  const { sourceId, everyMs } = input;
  let progress: MigrationProgress = input.carried ?? NOTHING;
  let aborted = false;
  let step: CancellationScope | undefined;
  const set = (change: Partial<MigrationProgress>): void => void (progress = { ...progress, ...change });
  setHandler(progressQuery, () => progress);
  setHandler(pauseUpdate, () => set({ paused: true }));
  setHandler(resumeUpdate, () => set({ paused: false }));
  setHandler(abortUpdate, () => {
    aborted = true;
    step?.cancel();
  });
  setHandler(stepUpdate, (asked) => set({ waiting: [...progress.waiting, asked] }));
  const isAborted = (): boolean => aborted;
  const signalled = (): boolean => aborted || progress.waiting.length > 0;

  /** @returns whether there is a migration any more */
  const takeStep = async (): Promise<boolean> => {
    const [next, ...waiting] = progress.waiting;
    if (!next) return true;
    const { organizationId } = next;
    const before = progress.doing;
    set({ waiting, doing: next.do, organizationId });
    step = new CancellationScope({ cancellable: true });
    const outcome = await step
      .run(() => takeMigrationStep({ sourceId, step: next }))
      .catch((error: unknown) => {
        if (!isCancellation(error)) throw error;
        return { status: 'interrupted' } as const;
      });
    step = undefined;
    if (outcome.status === 'ended') return false;
    const end: MigrationStepEnd = {
      do: next.do,
      organizationId,
      outcome: outcome.status,
      endedMs: Date.now(),
    };
    set({ doing: before, organizationId: null, steps: [end, ...progress.steps].slice(0, STEPS_SHOWN) });
    return true;
  };

  let looks = 0;
  let place: CopyPlace | null = BEGIN;
  let beganMs = Date.now();
  let sinceMs = sinceOf(progress);
  while (!isAborted()) {
    if (progress.waiting.length > 0) {
      if (!(await takeStep())) break;
    } else if (progress.paused) {
      await condition(() => !progress.paused || signalled());
    } else if (!place) {
      if (!(await condition(() => signalled() || progress.paused, everyMs))) {
        if (++looks >= LOOKS_PER_RUN || workflowInfo().continueAsNewSuggested) {
          return continueAsNew<typeof MigrateV1Workflow>({ ...input, carried: progress });
        }
        place = BEGIN;
        beganMs = Date.now();
        sinceMs = looks % WHOLE_EVERY === 0 ? undefined : sinceOf(progress);
      }
    } else {
      const { copiedAtMs } = progress;
      const outcome: CopyOutcome = await copyFromV1({ sourceId, place, sinceMs });
      if (outcome.status === 'ended') break;
      place = outcome.next;
      if (copiedAtMs === null) set({ copied: sumOf(progress.copied, outcome.kinds) });
      else set({ changes: progress.changes + changesIn(outcome.kinds) });
      if (!place) set({ doing: 'watching', copiedAtMs: copiedAtMs ?? Date.now(), lookedAtMs: beganMs });
    }
  }
  return { summary: aborted ? 'aborted' : 'finished' };
}

/** A look covers what changed since the one before it began. */
const sinceOf = ({ lookedAtMs }: MigrationProgress): number | undefined =>
  lookedAtMs === null ? undefined : lookedAtMs - OVERLAP_MS;

function sumOf(sums: readonly CopiedKind[], more: readonly CopiedKind[]): CopiedKind[] {
  const sumsByKind = new Map(sums.map((sum) => [sum.kind, sum]));
  for (const { kind, read, written, removed } of more) {
    const sum = sumsByKind.get(kind);
    sumsByKind.set(kind, {
      kind,
      read: read + (sum?.read ?? 0),
      written: written + (sum?.written ?? 0),
      removed: removed + (sum?.removed ?? 0),
    });
  }
  return [...sumsByKind.values()];
}

const changesIn = (kinds: readonly CopiedKind[]): number =>
  kinds.reduce((sum, { written, removed }) => sum + written + removed, 0);
