/** Generated from the workspaces that plug in (docs/architecture.md): `npm run generate`. */
import type { Mutant } from './mutant.ts';
import { mutants as migrateV1 } from '../../migrate-v1/test/plug/mutants.ts';

/** Guards that are taken away. */
export const plugged: readonly Mutant[] = [...migrateV1];
