/** The guards against what a column of v1 may hold. */
import type { Mutant } from './mutant.ts';

const ANY_VALUE = ['src/migrate-v1/copy/any-value.test.ts'];

export const valueOfV1Mutants: readonly Mutant[] = [
  {
    id: 'migration/half-characters',
    rule: 'a text of v1 is not cut within a character',
    file: 'src/migrate-v1/map/values.ts',
    edits: [[".replace(/\\p{Cs}$/u, '')", '']],
    tests: ANY_VALUE,
  },
  {
    id: 'migration/escaped-nul',
    rule: 'NUL and halves of characters in JSON of v1 are left out',
    file: 'src/migrate-v1/map/values.ts',
    edits: [['REFUSED.test(value) ? withoutRefused : undefined', 'undefined']],
    tests: ANY_VALUE,
  },
];
