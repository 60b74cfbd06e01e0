/**
 * What the command line costs before it does anything: `node bench/cli.ts`. Each command as a ratio to an
 * empty program, in processor time, so that a busy machine gives the same answer as an idle one.
 */
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';

const RUNS = 9;
const MAIN = resolve('src/run/cli/main.ts');
const COMMANDS: readonly (readonly string[])[] = [
  ['--version'],
  ['--help'],
  ['posts', '--help'],
  ['posts', 'create', '--help'],
  ['doctor', '--help'],
];

/** Milliseconds of processor time of one run, by the account that the system keeps of ended children. */
function cost(args: readonly string[]): number {
  const script = `
    const { spawnSync } = require('node:child_process');
    spawnSync(process.execPath, ${JSON.stringify(args)}, { stdio: 'ignore' });
    process.stdout.write(require('node:fs').readFileSync('/proc/self/stat', 'utf8'));`;
  const stat = spawnSync(process.execPath, ['-e', script], { encoding: 'utf8' }).stdout;
  // Fields 16 and 17: user and system time of children, in hundredths of a second.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[13]) + Number(fields[14])) * 10;
}

function median(args: readonly string[]): number {
  const costs = Array.from({ length: RUNS }, () => cost(args)).toSorted((a, b) => a - b);
  return costs[Math.floor(RUNS / 2)] ?? Number.NaN;
}

if (import.meta.main) {
  const empty = Math.max(10, median(['-e', '0']));
  process.stdout.write(`an empty program      ${empty} ms\n`);
  for (const command of COMMANDS) {
    const ms = median([MAIN, ...command]);
    process.stdout.write(`${command.join(' ').padEnd(20)}  ${ms} ms, ${(ms / empty).toFixed(1)} times\n`);
  }
}
