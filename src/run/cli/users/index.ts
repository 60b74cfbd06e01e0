import type { Command } from 'commander';
import type { Context } from '../../../platform/context.ts';
import { addCommand, addReadCommand, type CommandText } from '../command.ts';
import type { Answer } from '../output.ts';
import type * as Users from './users.ts';

type Work = (users: typeof Users, context: Context, email: string) => Promise<Answer>;

/** `users list|reset-password|disable|enable|make-operator`: for the operator, who needs no account here. */
export function addUserCommands(users: Command): void {
  addReadCommand(
    users,
    {
      name: 'list',
      summary: 'List everyone on this instance, with their organisations',
      example: 'users list',
    },
    async (reader) => (await import('./list.ts')).listUsers(reader),
  );
  add(
    users,
    {
      name: 'reset-password <email>',
      summary: 'Print a link for choosing a new password',
      example: 'users reset-password ada@example.org',
    },
    (all, context, email) => all.linkToReset(context, email),
  );
  add(
    users,
    {
      name: 'disable <email>',
      summary: 'Disable an account: sessions end, and apps can no longer act for the person',
      example: 'users disable ada@example.org',
    },
    (all, context, email) => all.disableUser(context, email),
  );
  add(
    users,
    { name: 'enable <email>', summary: 'Enable a disabled account', example: 'users enable ada@example.org' },
    (all, context, email) => all.enableUser(context, email),
  );
  add(
    users,
    {
      name: 'make-operator <email>',
      summary: 'Let a person see the whole instance',
      example: 'users make-operator ada@example.org',
    },
    (all, context, email) => all.makeOperator(context, email),
  );
}

/** People may belong to several organisations, so there is no --organization. */
function add(users: Command, text: CommandText, work: Work): void {
  addCommand(users, text, async ({ args }) => {
    const [{ connectInstance }, all] = await Promise.all([
      import('../connect-instance.ts'),
      import('./users.ts'),
    ]);
    const context = await connectInstance();
    try {
      return await work(all, context, args[0] ?? '');
    } finally {
      await context.dispose();
    }
  });
}
