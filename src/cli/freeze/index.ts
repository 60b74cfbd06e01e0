import { Option, type Command } from 'commander';
import { addInstanceCommand } from '../command.ts';
import { CliError } from '../errors.ts';
import type { FreezeOptions } from './freeze.ts';
import { PLANS, type ResumeOptions } from './resume.ts';

const MAX_MINUTES = 43_200;

/** `freeze` and `resume`: nothing leaves, for an organisation or for all. */
export function addFreezeCommands(program: Command): void {
  addInstanceCommand(
    program,
    {
      name: 'freeze',
      summary: 'let nothing leave until resume; posts can still be written',
      example: 'freeze --all --reason "moving to another server"',
    },
    async (session, { options }) =>
      (await import('./freeze.ts')).freezePublishing(session, options as unknown as FreezeOptions),
  )
    .option('--all', 'the whole instance, not one organisation')
    .requiredOption('--reason <text>', 'why; whoever asks is told', reasonOf);
  addInstanceCommand(
    program,
    {
      name: 'resume',
      summary: 'end a freeze: shows what waits, then asks what to do with it',
      example: 'resume --all --plan respread --over 120 --yes',
    },
    async (session, { options }) =>
      (await import('./resume.ts')).resumePublishing(session, options as ResumeOptions),
  )
    .option('--all', 'the whole instance, not one organisation')
    .addOption(
      new Option(
        '--plan <plan>',
        'what to do with overdue posts: send them now, oldest first; give them new dates; cancel them',
      ).choices(PLANS),
    )
    .option('--over <minutes>', 'with --plan respread: over how many minutes from now', minutesOf)
    .option('--yes', 'do it without asking');
}

function reasonOf(text: string): string {
  const reason = text.trim();
  if (!reason || reason.length > 500) throw new CliError('usage', '--reason must be 1 to 500 characters');
  return reason;
}

function minutesOf(text: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) < 1 || Number(text) > MAX_MINUTES) {
    throw new CliError('usage', `--over must be minutes from 1 to ${MAX_MINUTES}`);
  }
  return Number(text);
}
