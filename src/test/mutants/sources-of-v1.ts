/** The guards of what v1 is reached by: its database, its queue. */
import type { Mutant } from './mutant.ts';

export const sourceOfV1Mutants: readonly Mutant[] = [
  {
    id: 'migration/queue-answers',
    rule: 'v1 is not stopped while its Redis cannot be read',
    file: 'src/migrate-v1/cutover/cut-over.ts',
    edits: [['    if (!options.frozenSource) await assertQueueAnswers(migration);\n', '']],
    tests: ['src/migrate-v1/cutover/stop-jobs.test.ts'],
  },
];
