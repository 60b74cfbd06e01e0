import type { Command } from 'commander';
import { addInstanceCommand, collect } from '../../../run/cli/command.ts';
import type { ImportFromTyped } from './import-from.ts';

/** `import-from URL`: what another instance has, over its Public API. */
export function addImportFromCommand(program: Command): void {
  addInstanceCommand(
    program,
    {
      name: 'import-from <url>',
      summary: 'Import channels, posts and files of another instance over its Public API, which is only read',
      example: 'import-from https://old.example --key-file old-key --dry-run',
    },
    async (session, { args, options }) =>
      (await import('./import-from.ts')).importFromInstance(
        session,
        args[0] ?? '',
        options as ImportFromTyped,
      ),
  )
    .option('--key-file <file>', 'File that holds the API key of the organisation there')
    .option(
      '--channel <there=here>',
      'A channel there that is this channel here, each by id or name; may be repeated',
      collect,
    )
    .option('--posts-since <date>', 'Posts from this date on; default: 2020-01-01')
    .option('--dry-run', 'Say what would be imported, and store nothing')
    .option('--schedule', 'Schedule the posts that wait there; without it, they become drafts')
    .option(
      '--stopped-there',
      'With --schedule: you have made sure that the other instance no longer sends them',
    )
    .option('--no-wait', 'End when the other instance limits its requests, instead of waiting');
}
