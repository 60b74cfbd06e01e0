/** The whole command line: its commands and groups of commands. */
import { Command } from 'commander';
import { addExportCommand } from './archive/index.ts';
import { addBackupCommands } from './backup/index.ts';
import { addChannelCommands } from './channels/index.ts';
import { PROGRAM, addGroup } from './command.ts';
import { addDoctorCommand } from './doctor/index.ts';
import { CliError } from './errors.ts';
import { addFreezeCommands } from './freeze/index.ts';
import { addImportCommand } from './import/index.ts';
import { addKeyCommands } from './keys/index.ts';
import { addNotificationsCommand } from './notifications/index.ts';
import { plugged } from './plugged-commands.ts';
import { addPostCommands } from './posts/index.ts';
import { addSetupCodeCommand } from './setup-code.ts';
import { addPromoteCommand } from './standby/index.ts';
import { addStorageCommands } from './storage/index.ts';
import { addUserCommands } from './users/index.ts';
import { addWebhookCommands } from './webhooks/index.ts';
import { VERSION } from '../../platform/version.ts';

/** Builds the parser of a command line. It throws errors instead of printing them; run-cli.ts prints. */
export async function createProgram(args: readonly string[]): Promise<Command> {
  const program = new Command(PROGRAM).description(
    'Manages the Crier instance on this machine, or the one whose database is DATABASE_URL. ' +
      'Posts, "channels list", notifications and webhooks also work over HTTP, with --api URL.',
  );
  program
    .exitOverride()
    .configureOutput({ writeErr: () => undefined, outputError: () => undefined })
    .helpCommand(false)
    .helpOption('-h, --help', 'Show this help')
    .version(VERSION, '-V, --version', 'Show the version')
    .addHelpText(
      'after',
      `\nExample:\n  ${PROGRAM} doctor\n\nExit codes: 0 success, 1 error, 2 wrong usage.`,
    );
  program
    .argument('[command]')
    .allowExcessArguments(true)
    .usage('<command> [options]')
    .action((typed?: string) => {
      const known = program.commands.map((c) => c.name()).join(', ');
      throw new CliError(
        'usage',
        `${typed ? `There is no command "${typed}"` : 'Name a command'}: ${known}. See ${PROGRAM} --help`,
      );
    });
  await addChannelCommands(
    addGroup(program, {
      name: 'channels',
      summary: 'Connect channels, and list them',
      example: 'channels list',
    }),
    args,
  );
  addPostCommands(
    addGroup(program, {
      name: 'posts',
      summary: 'Create, schedule, inspect and cancel posts',
      example: 'posts list',
    }),
  );
  addKeyCommands(
    addGroup(program, { name: 'keys', summary: 'Manage API keys', example: 'keys create --name ci' }),
  );
  addUserCommands(
    addGroup(program, {
      name: 'users',
      summary: 'List people, reset passwords, disable accounts',
      example: 'users list',
    }),
  );
  addDoctorCommand(program);
  addSetupCodeCommand(program);
  addNotificationsCommand(program);
  addFreezeCommands(program);
  addBackupCommands(program);
  addPromoteCommand(program);
  addStorageCommands(
    addGroup(program, {
      name: 'storage',
      summary: 'Move files between the folder and the bucket, and check them',
      example: 'storage check',
    }),
  );
  addWebhookCommands(
    addGroup(program, {
      name: 'webhooks',
      summary: 'Try a receiver of webhooks on this computer',
      example: 'webhooks listen --forward-to http://localhost:3000/hook',
    }),
  );
  addImportCommand(program);
  for (const add of plugged) add(program);
  addExportCommand(program);
  return program;
}
