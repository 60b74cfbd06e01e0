/** Generated from the workspaces that plug in (docs/architecture.md): `npm run generate`. */
import type { Command } from 'commander';
import { commands as migrateV1 } from '../../migrate-v1/plug/commands.ts';

/** Each adds its commands to the command line. */
export const plugged: readonly ((program: Command) => void)[] = [...migrateV1];
