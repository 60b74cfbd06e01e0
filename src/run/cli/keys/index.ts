import type { Command } from 'commander';
import { ORGANIZATION_HELP, addInstanceCommand, addReadCommand } from '../command.ts';
import { CliError } from '../errors.ts';
import type { KeyOptions } from './keys.ts';

const MAX_NAME = 100;

/** `keys create|list|revoke`. */
export function addKeyCommands(keys: Command): void {
  addInstanceCommand(
    keys,
    {
      name: 'create',
      summary: 'Create an API key and show it, once',
      example: 'keys create --name reports --scopes read --expires 2031-12-31',
    },
    async (session, { options }) =>
      (await import('./keys.ts')).createKey(session, options as unknown as KeyOptions),
  )
    .requiredOption('--name <name>', 'What the key is for', nameOf)
    .option('--scopes <scopes>', 'Either read or read,write', scopesOf, ['read', 'write'])
    .option(
      '--expires <date>',
      'When it expires, in UTC unless it has a zone, e.g. 2031-12-31 or 2031-12-31T23:00:00+01:00; default: never',
    );
  addReadCommand(
    keys,
    { name: 'list', summary: 'List API keys, without the keys themselves', example: 'keys list' },
    async (reader, wanted) => {
      const [{ listKeys }, { chooseOrganization }] = await Promise.all([
        import('./list.ts'),
        import('../organization.ts'),
      ]);
      return listKeys(reader, await chooseOrganization(reader, wanted));
    },
  ).option('--organization <name or id>', ORGANIZATION_HELP);
  addInstanceCommand(
    keys,
    {
      name: 'revoke <id>',
      summary: 'Revoke an API key at once',
      example: 'keys revoke 01932f6c-7b1e-7c3a-9d55-0a6f4a1c2b3d',
    },
    async (session, { args }) => (await import('./keys.ts')).revokeKey(session, args[0] ?? ''),
  );
}

function nameOf(text: string): string {
  const name = text.trim();
  if (!name || name.length > MAX_NAME) {
    throw new CliError('usage', `--name must have 1 to ${MAX_NAME} characters`);
  }
  return name;
}

function scopesOf(text: string): KeyOptions['scopes'] {
  const scopes = text.split(',').map((scope) => scope.trim());
  if (scopes.length === 1 && scopes[0] === 'read') return ['read'];
  if (scopes.length === 2 && scopes.includes('read') && scopes.includes('write')) return ['read', 'write'];
  throw new CliError('usage', '--scopes must be read, or read,write');
}
