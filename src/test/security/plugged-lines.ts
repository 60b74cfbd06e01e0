/** Generated from the workspaces that plug in (docs/architecture.md): `npm run generate`. */
import type { Line } from './app-operations.ts';
import { lines as migrateV1 } from '../../migrate-v1/test/plug/lines.ts';

/** Who may call which operation of the web app. */
export const plugged: readonly (readonly [string, Line])[] = [...migrateV1];
