import type { Command } from 'commander';
import { addInstanceCommand } from '../command.ts';

/** `storage move`, `storage check` and `storage cors`: where the files of the instance are. */
export function addStorageCommands(group: Command): void {
  addInstanceCommand(
    group,
    {
      name: 'move <from> <to>',
      summary: 'Move files from the folder (local) to the bucket (s3), or back, while Crier is running',
      example: 'storage move local s3',
    },
    async (session, { args }) => (await import('./move.ts')).move(session, args[0] ?? '', args[1] ?? ''),
  );
  addInstanceCommand(
    group,
    {
      name: 'check',
      summary: 'Compare what the folder and the bucket hold with what the library says',
      example: 'storage check --hashes',
    },
    async (session, { options }) =>
      (await import('./check.ts')).check(session, {
        hashes: options.hashes === true,
        remove: options.remove === true,
      }),
  )
    .option('--hashes', 'Read every file, and compare its SHA-256')
    .option('--remove', 'Delete files that nobody has needed for a day');
  addInstanceCommand(
    group,
    {
      name: 'cors',
      summary: 'Show the rule that lets browsers put files into the bucket, and whether it has it',
      example: 'storage cors',
    },
    async (session) => (await import('./cors.ts')).cors(session),
  );
}
