import { addImportFromCommand } from '../commands/import-from/index.ts';
import { addMigrateCommands } from '../commands/index.ts';

export const commands = [addMigrateCommands, addImportFromCommand];
