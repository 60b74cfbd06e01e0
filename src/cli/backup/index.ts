import type { Command } from 'commander';
import { addCommand } from '../command.ts';

/** `backup` and `restore`: a whole instance in one file. */
export function addBackupCommands(program: Command): void {
  addCommand(
    program,
    {
      name: 'backup <file>',
      summary: 'write everything but the encryption key into a file, while Crier runs',
      example: 'backup crier-2031-05-04.tar',
    },
    async ({ args, options }) =>
      (await import('./backup.ts')).backup(args[0] ?? '', { uploads: options.uploads !== false }),
  ).option('--no-uploads', 'leave out the uploaded files');
  addCommand(
    program,
    {
      name: 'restore <file>',
      summary: 'bring a backup into an empty database; nothing is published until you resume',
      example: 'restore crier-2031-05-04.tar',
    },
    async ({ args, options }) =>
      (await import('./restore.ts')).restore(args[0] ?? '', {
        uploads: options.uploads !== false,
        key: options.key !== false,
      }),
  )
    .option('--no-uploads', 'leave out the uploaded files')
    .option('--no-key', 'the encryption key is lost: every channel has to be connected again');
}
