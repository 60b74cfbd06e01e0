/** Generated from the workspaces that plug in (docs/architecture.md): `npm run generate`. */
import { slow as migrateV1 } from '../migrate-v1/test/plug/slow.ts';

/** Test files that a plain `npm test` leaves out. */
export const plugged: readonly string[] = [...migrateV1];
