import type { Command } from 'commander';
import { addApiCommand } from '../command.ts';
import { CliError } from '../errors.ts';

/** `notifications`: what the organisation should know or decide. */
export function addNotificationsCommand(program: Command): void {
  addApiCommand(
    program,
    {
      name: 'notifications',
      summary: 'what failed, waits for a decision or was held, newest first',
      example: 'notifications',
    },
    async (instance, { options }) =>
      (await import('./list.ts')).listNotifications(instance, (options.page as number | undefined) ?? 0),
  ).option('--page <number>', 'pages of 100, counted from 0', pageOf);
}

function pageOf(text: string): number {
  if (!/^\d{1,6}$/.test(text)) throw new CliError('usage', '--page must be a number from 0');
  return Number(text);
}
