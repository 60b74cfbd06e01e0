/** Generated from the workspaces that plug in (docs/architecture.md): `npm run generate`. */
import type { ActivityDeps } from '../../../activities/index.ts';
import type { Context } from '../../platform/context.ts';
import { activities as migrateV1 } from '../../migrate-v1/plug/activities.ts';

/** Each makes activities for the workflows' queue. */
export const plugged: readonly ((deps: ActivityDeps & Context) => object)[] = [...migrateV1];
