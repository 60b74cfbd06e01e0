/** Generated from the workspaces that plug in (docs/architecture.md): `npm run generate`. */
import type { PluggedLink } from '../plugged-page.ts';
import { links as migrateV1 } from '../../../migrate-v1/web/links.ts';

/** Links on the operator's page. */
export const plugged: readonly PluggedLink[] = [...migrateV1];
