/** Generated from the workspaces that plug in (docs/architecture.md): `npm run generate`. */
import type { Fault } from './fault.ts';
import { faults as migrateV1 } from '../../migrate-v1/test/plug/faults.ts';

/** Faults, in the order of the matrix. */
export const plugged: readonly Fault[] = [...migrateV1];
