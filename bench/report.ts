/** Texts and tables of the results; facts about the machine that they come from. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpus, loadavg, release, totalmem } from 'node:os';
import { join } from 'node:path';
import { SERVER_MEMORY } from '../src/run/embedded/temporal-server.ts';
import { SERVER_SOURCE } from '../src/run/embedded/temporal-versions.ts';
import type { Spread } from './arithmetic.ts';
import type { Lab } from './lab.ts';
import type { CpuUse } from './usage.ts';

/** A goal and what was measured. `met` is null where there is no goal. */
export interface Finding {
  readonly what: string;
  readonly goal: string;
  readonly measured: string;
  readonly met: boolean | null;
}

/** What a measure gives: its findings, and tables in Markdown that show where they come from. */
export interface Result {
  readonly findings: readonly Finding[];
  readonly details: readonly string[];
}

/** `0.84 (0.79–0.91, 5 pairs)` */
export function words(ratio: Spread, count: number): string {
  return `${ratio.median.toFixed(2)} (${ratio.min.toFixed(2)}–${ratio.max.toFixed(2)}, ${count} ${count === 1 ? 'pair' : 'pairs'})`;
}

/** A Markdown table. */
export function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;
  return [
    line(head),
    `|${head.map((_, n) => (n === 0 ? ' --- |' : ' --: |')).join('')}`,
    ...rows.map(line),
  ].join('\n');
}

/** Milliseconds of CPU per post, one row for each side, one column for each group of processes. */
export function cpuTable(sides: readonly { name: string; posts: number; uses: readonly CpuUse[] }[]): string {
  const groups = [...new Set(sides.flatMap((s) => s.uses.flatMap((u) => Object.keys(u.seconds))))].filter(
    (g) => sides.some((s) => s.uses.some((u) => (u.seconds[g] ?? 0) * 1000 > 0.05 * s.posts)),
  );
  const perPost = (side: (typeof sides)[number], group: string): number =>
    (side.uses.reduce((sum, u) => sum + (u.seconds[group] ?? 0), 0) * 1000) / (side.posts * side.uses.length);
  return table(
    ['CPU, ms per post', ...groups, 'sum'],
    sides.map((side) => {
      const values = groups.map((g) => perPost(side, g));
      return [
        side.name,
        ...values.map((v) => v.toFixed(2)),
        values.reduce((sum, v) => sum + v, 0).toFixed(1),
      ];
    }),
  );
}

/** How disturbed the machine was: the worst round. */
export function noise(uses: readonly CpuUse[]): string {
  const percent = (pick: (use: CpuUse) => number): string =>
    `${(Math.max(...uses.map(pick)) * 100).toFixed(0)}%`;
  return `At most ${percent((u) => u.foreign)} of the machine went to other programs and ${percent((u) => u.stolen)} to other guests of its host; at most ${percent((u) => u.busy)} of it was busy.`;
}

/** Commit and whether the tree differs from it. */
export function commit(): string {
  const git = (...args: string[]): string => execFileSync('git', args, { encoding: 'utf8' }).trim();
  return `${git('rev-parse', '--short', 'HEAD')}${git('status', '--porcelain', '--', ':!bench/RESULTS.md') ? ' with changes' : ''}`;
}

/** The settings that the numbers depend on. */
export async function machineFacts(lab: Lab): Promise<string> {
  const setting = async (database: string): Promise<string> => {
    const [row] = await lab.sql<{ set: string | null }>(
      "select (select s from unnest(setconfig) s where s like 'synchronous_commit=%') as set from pg_db_role_setting r join pg_database d on d.oid = r.setdatabase where d.datname = $1",
      [database],
    );
    return `${database} ${row?.set?.split('=')[1] ?? 'on'}`;
  };
  const { serverVersion } = await lab.client('default').workflowService.getSystemInfo({});
  const [postgres] = await lab.sql<{ v: string; buffers: string; fsync: string }>(
    "select current_setting('server_version') as v, current_setting('shared_buffers') as buffers, current_setting('fsync') as fsync",
  );
  const commits = await Promise.all(['crier', 'temporal', 'temporal_visibility'].map(setting));
  return table(
    ['Machine and settings', ''],
    [
      ['Processors', `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown'}`],
      ['Memory; kernel', `${(totalmem() / 1e9).toFixed(1)} GB; Linux ${release()}`],
      [
        'Load at the start',
        loadavg()
          .map((l) => l.toFixed(2))
          .join(' '),
      ],
      ['Node.js; Temporal SDK', `${process.version}; ${packageVersion('@temporalio/worker')}`],
      [
        'Temporal server',
        `${serverVersion}, PostgreSQL store, 4 history shards, ${Object.entries(SERVER_MEMORY).flat().join(' ')}`,
      ],
      ['PostgreSQL', `${postgres?.v}, shared_buffers ${postgres?.buffers}, fsync ${postgres?.fsync}`],
      ['synchronous_commit', commits.join(', ')],
      ['Dynamic configuration', dynamicConfig()],
    ],
  );
}

function packageVersion(name: string): string {
  return (JSON.parse(readFileSync(join('node_modules', name, 'package.json'), 'utf8')) as { version: string })
    .version;
}

function dynamicConfig(): string {
  const text = readFileSync(join(SERVER_SOURCE, 'dynamic-config.yaml'), 'utf8');
  return [...text.matchAll(/^([\w.]+):\n\s+- value: (\S+)$/gm)]
    .map(([, key, value]) => `${key} ${value}`)
    .join(', ');
}
