import type { Command } from 'commander';
import { addCommand } from './command.ts';

/** `setup-code`: what the first account needs from another machine. JSON `{code, address}`. */
export function addSetupCodeCommand(program: Command): void {
  addCommand(
    program,
    {
      name: 'setup-code',
      summary: 'Print the code with which the first account is created from another machine',
      example: 'setup-code',
    },
    async () => {
      const [{ connectInstance }, { readSetup }, { ensureSetupCode }, { ApiError }] = await Promise.all([
        import('./connect-instance.ts'),
        import('../../accounts/register.ts'),
        import('../../accounts/setup-code.ts'),
        import('../../platform/errors.ts'),
      ]);
      const context = await connectInstance();
      try {
        if (!(await readSetup(context)).needed) throw new ApiError('already_set_up');
        const code = await ensureSetupCode(context);
        const url = `${context.publicUrl}/setup`;
        return {
          json: { code, address: url },
          lines: [
            code,
            '',
            `Enter it at ${url}. It works once, and the person who uses it becomes the operator of this instance.`,
          ],
        };
      } finally {
        await context.dispose();
      }
    },
  );
}
