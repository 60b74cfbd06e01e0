/** Generated from the workspaces that plug in (docs/architecture.md): `npm run generate`. */
import type { Measure } from './measure.ts';
import { measures as migrateV1 } from '../src/migrate-v1/test/plug/measures.ts';

/** What the benchmarks measure. */
export const plugged: readonly Measure[] = [...migrateV1];
