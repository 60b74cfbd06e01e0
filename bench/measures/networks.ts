/** `networks`: what it costs to know all networks, in a process that nobody has connected one of them in. */
import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { childEnv } from '../../src/platform/config/config.ts';
import type { Measure, Size } from '../measure.ts';
import { table, type Finding, type Result } from '../report.ts';

const GOAL_MB = 3;
const ROLES = ['api', 'worker'] as const;

interface Memory {
  readonly count: number;
  readonly heapMb: number;
  readonly pssMb: number;
}

export const networks: Measure = {
  name: 'networks',
  title: 'memory of API and worker with all networks registered, against the eight of the first version',
  full: { posts: 0, rounds: 5 },
  short: { posts: 0, rounds: 1 },
  run,
};

const measure = (role: string, known: 'all' | 'first'): Memory =>
  JSON.parse(
    execFileSync(process.execPath, ['--expose-gc', resolve('bench/networks-child.ts'), role, known], {
      encoding: 'utf8',
      env: childEnv(),
    }),
  ) as Memory;

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

async function run({ rounds, say }: Size): Promise<Result> {
  const findings: Finding[] = [];
  const rows: (string | number)[][] = [];
  for (const role of ROLES) {
    const pairs = Array.from({ length: rounds }, () => ({
      first: measure(role, 'first'),
      all: measure(role, 'all'),
    }));
    const heap = median(pairs.map(({ first, all }) => all.heapMb - first.heapMb));
    const pss = median(pairs.map(({ first, all }) => all.pssMb - first.pssMb));
    const count = pairs[0]?.all.count ?? 0;
    say(`${role}: ${count} networks, ${heap.toFixed(1)} MB of heap, ${pss.toFixed(1)} MB in all`);
    findings.push({
      what: `heap of the ${role} with ${count} networks, beyond the first eight`,
      goal: `≤ ${GOAL_MB} MB`,
      measured: `${heap.toFixed(1)} MB`,
      met: heap <= GOAL_MB,
    });
    rows.push([
      role,
      median(pairs.map(({ first }) => first.heapMb)).toFixed(1),
      median(pairs.map(({ all }) => all.heapMb)).toFixed(1),
      pss.toFixed(1),
    ]);
  }
  const head = ['Loaded', 'heap, first eight, MB', 'heap, all networks, MB', 'more in all (PSS), MB'];
  return { findings, details: [table(head, rows)] };
}
