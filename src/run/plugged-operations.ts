/** Generated from the workspaces that plug in (docs/architecture.md): `npm run generate`. */
import type { Operation } from '../http/operation.ts';
import { operations as migrateV1 } from '../migrate-v1/plug/operations.ts';

/** Operations of the web app. */
export const plugged: readonly Operation[] = [...migrateV1];
