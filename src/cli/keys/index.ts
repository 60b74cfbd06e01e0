import type { Command } from 'commander';
import { addInstanceCommand } from '../command.ts';
import { CliError } from '../errors.ts';

const MAX_NAME = 100;

/** `keys create|list|revoke`: keys of the Public API. */
export function addKeyCommands(keys: Command): void {
  addInstanceCommand(keys, { name: 'create', summary: 'make a key; it is shown this once', example: 'keys create --name ci' }, async (session, { options }) => (
    (await import('./keys.ts')).createKey(session, options as { name: string; organization?: string })
  )).requiredOption('--name <name>', 'what the key is for', nameOf);
  addInstanceCommand(keys, { name: 'list', summary: 'list keys: never the keys themselves', example: 'keys list' }, async (session) => (await import('./keys.ts')).listKeys(session));
  addInstanceCommand(keys, { name: 'revoke <id>', summary: 'end a key: it is refused from now on', example: 'keys revoke 01932f6c-7b1e-7c3a-9d55-0a6f4a1c2b3d' }, async (session, { args }) => (
    (await import('./keys.ts')).revokeKey(session, args[0] ?? '')
  ));
}

function nameOf(text: string): string {
  const name = text.trim();
  if (!name || name.length > MAX_NAME) throw new CliError('usage', `--name must have 1 to ${MAX_NAME} characters`);
  return name;
}
