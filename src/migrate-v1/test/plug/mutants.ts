import type { Mutant } from '../../../test/mutants/mutant.ts';
import { migrationMutants } from '../mutants/migration.ts';
import { otherMutants } from '../mutants/others.ts';
import { restoredMutants } from '../mutants/restored.ts';
import { sourceOfV1Mutants } from '../mutants/sources.ts';
import { valueOfV1Mutants } from '../mutants/values.ts';

export const mutants: readonly Mutant[] = [
  ...migrationMutants,
  ...valueOfV1Mutants,
  ...sourceOfV1Mutants,
  ...restoredMutants,
  ...otherMutants,
];
