/** Generated from the workspaces that plug in (docs/architecture.md): `npm run generate`. */
import { steps as migrateV1 } from '../../migrate-v1/plug/steps.ts';

/** Commands for organisations that came over: nobody knows who publishes, or the previous instance does. */
export const plugged: readonly { readonly inDoubt: string; readonly elsewhere: string }[] = [...migrateV1];
