import type { Command } from 'commander';
import { addInstanceCommand } from '../command.ts';
import type { ExportOptions } from './export.ts';

/** `export FILE`: an organisation as one archive. `import` takes it in. */
export function addExportCommand(program: Command): void {
  addInstanceCommand(
    program,
    {
      name: 'export [file]',
      summary:
        'Write an organisation, with its files, into one archive (a zip file) that another instance imports',
      example: 'export --organization "Café Nord" cafe-nord.zip --passphrase-file passphrase --move',
    },
    async (session, { args, options }) =>
      (await import('./export.ts')).exportArchive(session, args[0], options as ExportOptions),
  )
    .option(
      '--passphrase-file <file>',
      'Include the secrets (credentials of channels, passwords, keys), sealed with the passphrase in this file',
    )
    .option('--move', 'Publish nothing for it here from now on: the instance that imports it does')
    .option('--undo-move', 'Take a move back; only while no other instance publishes for it');
}
