import type { Command } from 'commander';
import { addInstanceCommand } from '../command.ts';
import { CliError } from '../errors.ts';

/** `notifications`: what the organisation should know or decide. */
export function addNotificationsCommand(program: Command): void {
  addInstanceCommand(program, { name: 'notifications', summary: 'what failed, waits for a decision or was held, newest first', example: 'notifications' }, async (session, { options }) => (
    (await import('./list.ts')).listNotifications(session, (options.page as number | undefined) ?? 0)
  )).option('--page <number>', 'pages of 100, counted from 0', pageOf);
}

function pageOf(text: string): number {
  if (!/^\d{1,6}$/.test(text)) throw new CliError('usage', '--page must be a number from 0');
  return Number(text);
}
