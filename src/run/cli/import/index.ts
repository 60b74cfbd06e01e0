import { Option, type Command } from 'commander';
import { isArchive } from '../archive/is-archive.ts';
import { addApiCommand } from '../command.ts';
import type { ImportOptions } from './import.ts';

/** `import FILE`: posts from a table, or an organisation from an archive of `export`. */
export function addImportCommand(program: Command): void {
  addApiCommand(
    program,
    {
      name: 'import <file>',
      summary:
        'Import posts from a CSV file, or an organisation from an archive of "export": checks everything, and stores it with --yes',
      example: 'import plan.csv --time-zone Europe/Berlin --yes',
      instead: async (typed) =>
        isArchive(typed.args[0] ?? '')
          ? (await import('../archive/import-archive.ts')).importArchive(typed)
          : null,
    },
    async (instance, { args, options }) =>
      (await import('./import.ts')).importPosts(instance, args[0] ?? '', options as ImportOptions),
  )
    .option('--time-zone <name>', 'CSV: time zone of the dates, unless a line has its own: Europe/Berlin')
    .option('--channel <name or id>', 'CSV: channel of lines that name none')
    .option('--draft', 'CSV: import every line as a draft')
    .addOption(
      new Option(
        '--date-order <order>',
        'CSV: what comes first in 04/05/2031, if the dates themselves do not show it',
      ).choices(['day-first', 'month-first']),
    )
    .option('--encoding <name>', 'CSV: its encoding, if it is not detected: windows-1250')
    .option('--ignore-columns', 'CSV: with --yes, import without the columns that are not known')
    .option('--passphrase-file <file>', 'Archive: the file with the passphrase that it was written with')
    .option('--no-secrets', 'Archive: leave its secrets out; channels have to be reconnected')
    .option(
      '--publish',
      'Archive: publish its waiting posts from here; it must have been written with --move',
    )
    .addOption(
      new Option(
        '--overdue <rule>',
        'Archive, with --publish: what happens to posts that were overdue when it was written: send them now, ' +
          'make them drafts, or ask for each (default: ask)',
      ).choices(['send', 'draft', 'ask']),
    )
    .option('--dry-run', 'Only check, which is what is done without --yes')
    .option('--yes', 'Store it; without it, everything is only checked');
}
