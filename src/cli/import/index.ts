import type { Command } from 'commander';
import { addApiCommand } from '../command.ts';
import type { ImportOptions } from './import.ts';

/** `import FILE.csv`: posts from a table. */
export function addImportCommand(program: Command): void {
  addApiCommand(
    program,
    {
      name: 'import <file>',
      summary: 'Import posts from a CSV file: checks every line, and creates them with --yes',
      example: 'import plan.csv --time-zone Europe/Berlin --yes',
    },
    async (instance, { args, options }) =>
      (await import('./import.ts')).importPosts(instance, args[0] ?? '', options as ImportOptions),
  )
    .option('--time-zone <name>', 'Zone of the dates, unless a line has its own: Europe/Berlin')
    .option('--channel <name or id>', 'Channel of lines that name none')
    .option('--draft', 'As drafts, whatever the lines say')
    .option('--yes', 'Create the posts; without it, they are only checked');
}
