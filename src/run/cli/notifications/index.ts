import type { Command } from 'commander';
import { addListCommand } from '../command.ts';
import { CliError } from '../errors.ts';

/** `notifications`: what the people of the organisation should know or decide. */
export function addNotificationsCommand(program: Command): void {
  addListCommand(
    program,
    {
      name: 'notifications',
      summary: 'List what failed, is held or needs a decision, newest first',
      example: 'notifications',
    },
    async (lists, { options }) =>
      (await import('./list.ts')).listNotifications(lists, (options.page as number | undefined) ?? 0),
  ).option('--page <number>', 'Page of 100 notifications, counted from 0', pageOf);
}

function pageOf(text: string): number {
  if (!/^\d{1,6}$/.test(text)) throw new CliError('usage', '--page must be a number, counted from 0');
  return Number(text);
}
