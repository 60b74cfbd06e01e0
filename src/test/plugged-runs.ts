/** Generated from the workspaces that plug in (docs/architecture.md): `npm run generate`. */
import type { PluggedRuns } from './short-run.ts';
import { runs as migrateV1 } from '../migrate-v1/test/plug/runs.ts';

/** Runs whose histories are recorded, with the activities that they call. */
export const plugged: readonly PluggedRuns[] = [...migrateV1];
