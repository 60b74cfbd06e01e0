import type { Command } from 'commander';
import { addCommand } from '../command.ts';

/** `doctor`: checks every dependency and setting. The exit code is 1 if a check fails. */
export function addDoctorCommand(program: Command): void {
  addCommand(
    program,
    {
      name: 'doctor',
      summary: 'Check every dependency and setting, and say how to fix problems',
      example: 'doctor',
    },
    async ({ options }) => (await import('./present.ts')).doctor(options.mailTo as string | undefined),
  ).option('--mail-to <address>', 'Also send a test mail to this address');
}
