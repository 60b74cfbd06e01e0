/** The top of CPU profiles (`--cpu-prof`): which functions and which packages took the time. */
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { table } from './report.ts';

interface CpuProfile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number };
  }[];
  readonly samples: readonly number[];
  /** Microseconds before each sample. */
  readonly timeDeltas: readonly number[];
}

const TOP = 20;
const IDLE = new Set(['(idle)', '(program)', '(root)']);

/**
 * One table of functions and one of packages for each thread that worked for a second or more; profiles are
 * in folders by role.
 */
export function summariseProfiles(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((f) =>
    f.endsWith('.cpuprofile'),
  );
  return files.flatMap((file) =>
    summarise(file, JSON.parse(readFileSync(join(folder, file), 'utf8')) as CpuProfile),
  );
}

function summarise(file: string, profile: CpuProfile): string[] {
  const nodes = new Map(profile.nodes.map((n) => [n.id, n.callFrame]));
  const functions = new Map<string, number>();
  const packages = new Map<string, number>();
  let busy = 0;
  profile.samples.forEach((id, n) => {
    const frame = nodes.get(id);
    const ms = (profile.timeDeltas[n] ?? 0) / 1000;
    if (!frame || IDLE.has(frame.functionName) || ms < 0) return;
    busy += ms;
    const owner = packageOf(frame.url);
    const name = `${frame.functionName || '(anonymous)'} · ${owner}${frame.url ? `:${frame.url.split('/').at(-1)}:${frame.lineNumber + 1}` : ''}`;
    functions.set(name, (functions.get(name) ?? 0) + ms);
    packages.set(
      frame.functionName === '(garbage collector)' ? 'garbage collector' : owner,
      (packages.get(frame.functionName === '(garbage collector)' ? 'garbage collector' : owner) ?? 0) + ms,
    );
  });
  if (busy < 1000) return [];
  const top = (times: Map<string, number>, what: string, count: number): string =>
    table(
      [what, 'ms', 'share'],
      [...times]
        .sort((a, b) => b[1] - a[1])
        .slice(0, count)
        .map(([name, ms]) => [name, ms.toFixed(0), `${((ms / busy) * 100).toFixed(1)}%`]),
    );
  return [
    `${dirname(file)}, thread ${file.split('.').at(-3) ?? ''}: ${(busy / 1000).toFixed(1)} s of JavaScript`,
    top(packages, 'Self time by package', 12),
    top(functions, 'Self time by function', TOP),
  ];
}

function packageOf(url: string): string {
  const inPackage = /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url);
  if (inPackage?.[1]) return inPackage[1];
  if (url.startsWith('node:')) return 'node';
  return url.startsWith('file:') ? 'crier' : url ? 'workflow bundle' : 'engine';
}
