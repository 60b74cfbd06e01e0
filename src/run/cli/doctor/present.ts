import { redact } from '../../../platform/logger.ts';
import type { Answer } from '../output.ts';
import type { Finding } from './finding.ts';
import { settingLines } from './list-settings.ts';
import { diagnose } from './run-checks.ts';

/** Runs all checks; JSON `{ok, findings, settings}`. */
export async function doctor(mailTo: string | undefined): Promise<Answer> {
  const { findings, settings } = await diagnose(mailTo);
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
      ...settingLines(settings),
    ],
  };
}

function oneLine(text: string): string {
  return text.replace(/\s*\n\s*/g, ' ');
}
