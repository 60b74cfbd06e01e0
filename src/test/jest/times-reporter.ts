/** Reports at the end of a run where its time went: for each phase, and for the files that cost most. */
import { relative } from 'node:path';
import type { FileTimes, TimedResult } from './file-run.ts';
import { PHASES, phaseOf } from './phases.ts';

/** Files in each list. */
const LISTED = 15;

interface Row {
  readonly name: string;
  readonly total: number;
  readonly times: FileTimes;
}

export default class TimesReporter {
  onRunComplete(_contexts: unknown, { testResults }: { testResults: readonly Partial<TimedResult>[] }): void {
    const files = testResults.flatMap(({ testFilePath = '', perfStats, times }): Row[] =>
      perfStats && times ? [{ name: testFilePath, total: perfStats.runtime, times }] : [],
    );
    if (files.length === 0) return;
    const rows = PHASES.flatMap((phase) => {
      const own = files.filter((file) => phaseOf(file.name) === phase);
      return own.length ? [sum(`${phase.name}, ${own.length} files`, own)] : [];
    });
    say(
      '\nWhere the time went, in seconds (load: modules, set-up: hooks, CPU: of the tests and of their child processes)',
    );
    table([...rows, sum('all', files)]);
    first(files, 'took longest', (file) => file.total);
    first(files, 'computed most', (file) => file.times.cpu + file.times.children);
  }
}

function first(files: readonly Row[], what: string, value: (row: Row) => number): void {
  const rows = files.toSorted((a, b) => value(b) - value(a)).slice(0, LISTED);
  say(`The ${rows.length} files that ${what}`);
  table(rows.map((file) => ({ ...file, name: relative(process.cwd(), file.name) })));
}

function sum(name: string, files: readonly Row[]): Row {
  const sum = (value: (row: Row) => number): number => files.reduce((all, row) => all + value(row), 0);
  const times = {
    load: sum((row) => row.times.load),
    hooks: sum((row) => row.times.hooks),
    tests: sum((row) => row.times.tests),
    cpu: sum((row) => row.times.cpu),
    children: sum((row) => row.times.children),
  };
  return { name, total: sum((row) => row.total), times };
}

function table(rows: readonly Row[]): void {
  const cells = rows.map(({ name, total, times: { load, hooks, tests, cpu, children } }) => [
    name,
    ...[total, load, hooks, tests, cpu, children].map((ms) => (ms / 1000).toFixed(1)),
  ]);
  const head = ['', 'total', 'load', 'set-up', 'tests', 'CPU', 'children'];
  const widths = head.map((title, i) =>
    Math.max(...[head, ...cells].map((row) => row[i]?.length ?? 0), title.length),
  );
  for (const row of [head, ...cells]) {
    say(
      `  ${row.map((cell, i) => (i ? cell.padStart(widths[i] ?? 0) : cell.padEnd(widths[i] ?? 0))).join('  ')}`,
    );
  }
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}
