import type { Command } from 'commander';
import type { Context } from '../../context.ts';
import { addCommand, type CommandText } from '../command.ts';
import type { Answer } from '../output.ts';
import type * as Users from './users.ts';

type Work = (users: typeof Users, context: Context, email: string) => Promise<Answer>;

/**
 * `users list|reset-password|disable|enable|make-operator`: for whoever has the machine; nobody is asked who
 * they are.
 */
export function addUserCommands(users: Command): void {
  add(
    users,
    { name: 'list', summary: 'everybody on this instance, and where they belong', example: 'users list' },
    (all, context) => all.listUsers(context),
  );
  add(
    users,
    {
      name: 'reset-password <email>',
      summary: 'print a link with which a person chooses a new password',
      example: 'users reset-password ada@example.org',
    },
    (all, context, email) => all.linkToReset(context, email),
  );
  add(
    users,
    {
      name: 'disable <email>',
      summary: 'shut a person out: sessions end, and apps act for them no more',
      example: 'users disable ada@example.org',
    },
    (all, context, email) => all.disableUser(context, email),
  );
  add(
    users,
    {
      name: 'enable <email>',
      summary: 'let a disabled person in again',
      example: 'users enable ada@example.org',
    },
    (all, context, email) => all.enableUser(context, email),
  );
  add(
    users,
    {
      name: 'make-operator <email>',
      summary: 'let a person see the whole instance',
      example: 'users make-operator ada@example.org',
    },
    (all, context, email) => all.makeOperator(context, email),
  );
}

/** People belong to several organisations, so none is chosen. What a command needs is loaded when it runs. */
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
