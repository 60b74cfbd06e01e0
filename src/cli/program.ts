/** The whole command line: one line for each group. */
import { Command } from 'commander';
import { addBackupCommands } from './backup/index.ts';
import { addChannelCommands } from './channels/index.ts';
import { PROGRAM, addGroup } from './command.ts';
import { addDoctorCommand } from './doctor/index.ts';
import { CliError } from './errors.ts';
import { addFreezeCommands } from './freeze/index.ts';
import { addKeyCommands } from './keys/index.ts';
import { addNotificationsCommand } from './notifications/index.ts';
import { addPostCommands } from './posts/index.ts';
import { addUserCommands } from './users/index.ts';

/** Builds the parser of a command line. Errors are thrown, not printed: run-cli.ts has the words. */
export async function createProgram(args: readonly string[]): Promise<Command> {
  const program = new Command(PROGRAM).description(
    'Works on the Crier instance of this machine, or on the database of DATABASE_URL. Posts, channels list and notifications also work over HTTP: --api URL.',
  );
  program
    .exitOverride()
    .configureOutput({ writeErr: () => undefined, outputError: () => undefined })
    .helpCommand(false)
    .addHelpText(
      'after',
      `\nExample:\n  ${PROGRAM} doctor\n\nExit codes: 0 done, 1 refused or failed, 2 wrong usage.`,
    );
  program
    .argument('[command]')
    .allowExcessArguments(true)
    .usage('<command> [options]')
    .action((typed?: string) => {
      const known = program.commands.map((c) => c.name()).join(', ');
      throw new CliError(
        'usage',
        `${typed ? `There is no command "${typed}"` : 'A command is needed'}: ${known}. See ${PROGRAM} --help`,
      );
    });
  await addChannelCommands(
    addGroup(program, {
      name: 'channels',
      summary: 'connect accounts at networks, and list them',
      example: 'channels list',
    }),
    args,
  );
  addPostCommands(
    addGroup(program, {
      name: 'posts',
      summary: 'write, schedule, look at and cancel posts',
      example: 'posts list',
    }),
  );
  addKeyCommands(
    addGroup(program, { name: 'keys', summary: 'API keys for programs', example: 'keys create --name ci' }),
  );
  addUserCommands(
    addGroup(program, {
      name: 'users',
      summary: 'people with accounts: who is there, a way back in, shutting out',
      example: 'users list',
    }),
  );
  addDoctorCommand(program);
  addNotificationsCommand(program);
  addFreezeCommands(program);
  addBackupCommands(program);
  return program;
}
