/**
 * What the API, the workflow and the worker agree on about moving over from v1. Pure, like the contract:
 * workflows import it.
 */

/** The run that moves one instance of v1 over. */
export const migrationWorkflowId = (sourceId: string): string => `migrate-v1:${sourceId}`;

/** "Copies from v1, and cuts organisations over when the operator says so" */
export const MIGRATION_SUMMARY = 'Copies from v1, and cuts organisations over when the operator says so';

/** Updates of the run. `pause` and `resume` are about the copy; `abort` ends the run and undoes nothing. */
export const PAUSE_MIGRATION_UPDATE = 'pause';
export const RESUME_MIGRATION_UPDATE = 'resume';
export const ABORT_MIGRATION_UPDATE = 'abort';
/** Puts one organisation's cutover or rollback in the queue of steps (`MigrationStep`). */
export const MIGRATION_STEP_UPDATE = 'step';
/** Answered with `MigrationProgress`; running and ended runs answer. */
export const MIGRATION_PROGRESS_QUERY = 'progress';

/** What the operator decided about one organisation, by its id here. */
export type MigrationStep =
  | {
      readonly do: 'cutover';
      readonly organizationId: string;
      /** What to do with posts that were overdue in v1 already. */
      readonly overdue: 'send' | 'draft' | 'ask';
      /** How long v1 may take to publish one post, in milliseconds. */
      readonly graceMs: number;
      /** The containers of v1 are stopped, so nothing is written into its database. */
      readonly frozenSource: boolean;
      /** Its Redis cannot be reached: its database alone stops v1, and its jobs stay. */
      readonly withoutRedis?: boolean;
      /** Posts are published without the files that were not copied. */
      readonly withoutMissingFiles?: boolean;
    }
  | { readonly do: 'rollback'; readonly organizationId: string };

/** How a step ended. The message of a failure is in the organisation's row. */
export interface MigrationStepEnd {
  readonly do: MigrationStep['do'];
  readonly organizationId: string;
  readonly outcome: 'done' | 'failed' | 'interrupted';
  readonly endedMs: number;
}

/** What a pass read, wrote and removed of one kind of record. */
export interface CopiedKind {
  readonly kind: string;
  readonly read: number;
  readonly written: number;
  readonly removed: number;
}

/** Where a pass is: the kind's number, and the last record's id in v1. */
export interface CopyPlace {
  readonly kind: number;
  readonly after: string;
}

/** Argument of the activity that copies. `sinceMs`: only what changed since; without it, everything. */
export interface CopyRef {
  readonly sourceId: string;
  readonly place: CopyPlace;
  readonly sinceMs?: number;
}

/** What an activity copied. `next` is null when the pass is over; `ended` = the migration is finished. */
export type CopyOutcome =
  | { readonly status: 'ended' }
  | { readonly status: 'copied'; readonly kinds: readonly CopiedKind[]; readonly next: CopyPlace | null };

/** Argument of the activity that carries a step out. */
export interface StepRef {
  readonly sourceId: string;
  readonly step: MigrationStep;
}
/** `ended`: the migration is finished, so there is nothing to do. */
export type StepOutcome =
  | { readonly status: 'ended' }
  | { readonly status: Exclude<MigrationStepEnd['outcome'], 'interrupted'> };

/** Activities that move an instance of v1 over. */
export interface MigrationActivities {
  copyFromV1(ref: CopyRef): Promise<CopyOutcome>;
  takeMigrationStep(ref: StepRef): Promise<StepOutcome>;
}

/** Answer of the query `progress`. Times in milliseconds since the epoch. */
export interface MigrationProgress {
  readonly doing: 'copying' | 'watching' | MigrationStep['do'];
  readonly paused: boolean;
  /** The organisation whose step is under way. */
  readonly organizationId: string | null;
  /** The pass over everything: its progress, or its result. */
  readonly copied: readonly CopiedKind[];
  /** When everything was copied for the first time. */
  readonly copiedAtMs: number | null;
  /** When the last look at what changed in v1 began. */
  readonly lookedAtMs: number | null;
  /** What was copied or removed since `copiedAtMs`. */
  readonly changes: number;
  /** Decided, and not begun. */
  readonly waiting: readonly MigrationStep[];
  /** The latest first. */
  readonly steps: readonly MigrationStepEnd[];
}

/** Argument of MigrateV1Workflow. `carried` is handed on from run to run. */
export interface MigrationInput {
  readonly sourceId: string;
  /** Time between two looks at what changed in v1, in milliseconds. */
  readonly everyMs: number;
  readonly carried?: MigrationProgress;
}

/** The workflow that the API starts by name, as `StartedWorkflows` of the contract. */
export interface StartedMigration {
  MigrateV1Workflow(input: MigrationInput): Promise<{ readonly summary: string }>;
}
