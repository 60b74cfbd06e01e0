import { Option, type Command } from 'commander';
import { addInstanceCommand } from '../command.ts';
import { CliError } from '../errors.ts';
import type { FreezeOptions } from './freeze.ts';
import type { ResumeOptions } from './resume.ts';

const MAX_MINUTES = 43_200;
const PLANS = ['now', 'respread', 'drop'] satisfies NonNullable<ResumeOptions['plan']>[];

/** `freeze` and `resume`: publishing stops and starts again, for an organisation or the whole instance. */
export function addFreezeCommands(program: Command): void {
  addInstanceCommand(
    program,
    {
      name: 'freeze',
      summary: 'Freeze publishing until you resume it; posts can still be created',
      example: 'freeze --all --reason "moving to another server"',
    },
    async (session, { options }) =>
      (await import('./freeze.ts')).freezePublishing(session, options as unknown as FreezeOptions),
  )
    .option('--all', 'The whole instance instead of one organisation')
    .requiredOption('--reason <text>', 'The reason, shown to everyone', reasonOf)
    .option(
      '--put-back-to <date>',
      'With --all: the database was put back to this moment (ISO 8601, UTC), so what was due since is looked for first',
    );
  addInstanceCommand(
    program,
    {
      name: 'resume',
      summary: 'Resume publishing: show what is overdue, and ask what to do with it',
      example: 'resume --all --plan respread --over 120 --yes',
    },
    async (session, { options }) =>
      (await import('./resume.ts')).resumePublishing(session, options as ResumeOptions),
  )
    .option('--all', 'The whole instance instead of one organisation')
    .addOption(
      new Option(
        '--plan <plan>',
        'What to do with overdue posts: publish them now, oldest first; give them new dates; cancel them',
      ).choices(PLANS),
    )
    .option('--over <minutes>', 'With --plan respread: over how many minutes from now', minutesOf)
    .option('--yes', 'Do it without asking');
}

function reasonOf(text: string): string {
  const reason = text.trim();
  if (!reason || reason.length > 500) throw new CliError('usage', '--reason must have 1 to 500 characters');
  return reason;
}

function minutesOf(text: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) < 1 || Number(text) > MAX_MINUTES) {
    throw new CliError('usage', `--over must be 1 to ${MAX_MINUTES} minutes`);
  }
  return Number(text);
}
