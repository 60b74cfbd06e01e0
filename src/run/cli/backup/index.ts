import type { Command } from 'commander';
import { addCommand } from '../command.ts';

/** `backup` and `restore`: a whole instance as one file. */
export function addBackupCommands(program: Command): void {
  addCommand(
    program,
    {
      name: 'backup <file>',
      summary: 'Back up everything except the encryption key, while Crier is running',
      example: 'backup crier-2031-05-04.tar',
    },
    async ({ args, options }) =>
      (await import('./backup.ts')).backup(args[0] ?? '', { uploads: options.uploads !== false }),
  ).option('--no-uploads', 'Leave out the uploads');
  addCommand(
    program,
    {
      name: 'restore <file>',
      summary: 'Restore a backup into an empty database; publishing is frozen until you resume it',
      example: 'restore crier-2031-05-04.tar',
    },
    async ({ args, options }) =>
      (await import('./restore.ts')).restore(args[0] ?? '', {
        uploads: options.uploads !== false,
        key: options.key !== false,
      }),
  )
    .option('--no-uploads', 'Leave out the uploads')
    .option('--no-key', 'Restore without the encryption key; every channel then has to be reconnected');
}
