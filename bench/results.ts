/** bench/RESULTS.md: one section for each measure, each with its date, commit and command. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Measure, Size } from './measure.ts';
import { table, type Result } from './report.ts';

export interface Measured {
  readonly measure: Measure;
  readonly size: Size;
  readonly date: Date;
  readonly seconds: number;
  readonly commit: string;
  readonly command: string;
  readonly result: Result;
}

const FILE = resolve('bench/RESULTS.md');
const HEAD = `# Results

What \`npm run bench -- NAME --write\` measured last: a section for each measure, with its date, commit and command.
Ratios were taken within one interleaved run, so they hold on other machines; absolute numbers do not.
`;

/** A section in Markdown. */
export function render({ measure, date, seconds, commit, command, result }: Measured): string {
  const findings = table(
    ['Measure', 'goal', 'measured', 'met'],
    result.findings.map((f) => [f.what, f.goal, f.measured, f.met === null ? '' : f.met ? 'yes' : '**no**']),
  );
  const facts = `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC · commit ${commit} · \`${command}\` · ${Math.round(seconds)} s`;
  return [`## ${measure.name}: ${measure.title}`, facts, findings, ...result.details].join('\n\n');
}

/** Puts a section into the file, in the place of the earlier one. */
export function writeResults(measured: Measured): void {
  const sections = existsSync(FILE)
    ? readFileSync(FILE, 'utf8')
        .split(/^(?=## )/m)
        .slice(1)
    : [];
  const title = `## ${measured.measure.name}:`;
  const kept = sections.map((s) => s.trim()).filter((s) => !s.startsWith(title));
  writeFileSync(FILE, `${[HEAD.trim(), ...kept, render(measured)].join('\n\n')}\n`);
}
