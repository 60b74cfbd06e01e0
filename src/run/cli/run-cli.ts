import { CommanderError } from 'commander';
import { write } from './output.ts';
import { createProgram } from './program.ts';

/**
 * Runs one command line (without `node` and the script) and returns the exit code: 0 success, 1 error, 2
 * wrong usage.
 *
 * Results go to stdout; an error is one line on stderr or, with --json, `{"error": {code, message, issues?}}`
 * on stdout.
 */
export async function runCli(args: readonly string[]): Promise<number> {
  try {
    await (await createProgram(args)).parseAsync([...args], { from: 'user' });
    return Number(process.exitCode ?? 0);
  } catch (error) {
    if (
      error instanceof CommanderError &&
      ['commander.helpDisplayed', 'commander.version'].includes(error.code)
    ) {
      return 0;
    }
    const { errorLine, reportError } = await import('./report-error.ts');
    const report = reportError(error);
    if (!args.includes('--json')) await write(process.stderr, `${errorLine(report)}\n`);
    else {
      const { code, message, issues } = report;
      await write(
        process.stdout,
        `${JSON.stringify({ error: { code, message, ...(issues.length ? { issues } : {}) } }, null, 2)}\n`,
      );
    }
    return report.exitCode;
  }
}
