import type { Command } from 'commander';
import { addCommand } from '../command.ts';
import { redact } from '../../platform/logger.ts';
import { table, type Answer } from '../output.ts';
import type { Finding } from './finding.ts';
import type { Diagnosis } from './run-checks.ts';

/** `doctor`: checks every dependency and setting. The exit code is 1 if a check fails. */
export function addDoctorCommand(program: Command): void {
  addCommand(
    program,
    {
      name: 'doctor',
      summary: 'Check every dependency and setting, and say how to fix problems',
      example: 'doctor',
    },
    async ({ options }) =>
      present(await (await import('./run-checks.ts')).diagnose(options.mailTo as string | undefined)),
  ).option('--mail-to <address>', 'Also send a test mail to this address');
}

function present({ findings, settings }: Diagnosis): Answer {
  const clean = findings.map((f) => ({ ...f, detail: redact(oneLine(f.detail)) }));
  const count = (status: Finding['status']): number => clean.filter((f) => f.status === status).length;
  const failed = count('fail') > 0;
  const width = Math.max(...clean.map((f) => f.check.length));
  return {
    failed,
    json: { ok: !failed, findings: clean, settings },
    lines: [
      ...clean.flatMap((f) => [
        `${f.status.padEnd(4)}  ${f.check.padEnd(width)}  ${f.detail}`,
        ...(f.fix ? [`${' '.repeat(width + 6)}  → ${f.fix}`] : []),
      ]),
      '',
      `${count('ok')} ok, ${count('warn')} warn, ${count('fail')} fail`,
      '',
      ...table(
        ['VARIABLE', 'VALUE', 'MEANING'],
        settings.map((s) => [s.name, s.value ?? `(${s.default})`, s.help]),
      ),
    ],
  };
}

function oneLine(text: string): string {
  return text.replace(/\s*\n\s*/g, ' ');
}
