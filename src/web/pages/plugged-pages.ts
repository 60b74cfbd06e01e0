/** Generated from the workspaces that plug in (docs/architecture.md): `npm run generate`. */
import type { PluggedPage } from './plugged-page.ts';
import { pages as migrateV1 } from '../../migrate-v1/web/pages.ts';

/** Pages of the web app. */
export const plugged: readonly PluggedPage[] = [...migrateV1];
