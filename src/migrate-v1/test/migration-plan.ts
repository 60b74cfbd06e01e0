import type { ShortAnswer } from '../../test/short-run.ts';
import type { CopyOutcome, StepOutcome } from '../workflows/contract.ts';

/** What the activities of a run of the migration answer, in the order of the calls. */
export type MigrationPlan = {
  readonly copyFromV1?: readonly ShortAnswer<CopyOutcome>[];
  readonly takeMigrationStep?: readonly ShortAnswer<StepOutcome>[];
};
