/** `idle`: what `npm start` costs while nothing happens, run as a person runs it. */
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeHome, type Home } from '../../src/test/e2e/npm-start.ts';
import { startHelper } from '../helper.ts';
import { onEnd } from '../lab.ts';
import type { LoadQuestion } from '../load.ts';
import type { Measure, Size } from '../measure.ts';
import { table, type Finding, type Result } from '../report.ts';
import { cpuSecondsOf, memoryOf } from '../usage.ts';

const DAY_MS = 24 * 3600 * 1000;

/** What all processes together use. */
interface Idle {
  readonly when: string;
  readonly pssMb: number;
  /** Of one core, 0 to 1. */
  readonly cpu: number;
  readonly byName: ReadonlyMap<string, number>;
}

export const idle: Measure = {
  name: 'idle',
  title: 'memory and CPU of all processes of `npm start`, fresh and with waiting posts',
  full: { posts: 4000, rounds: 1 },
  short: { posts: 200, rounds: 1 },
  run,
};

async function run(size: Size): Promise<Result> {
  const home = await makeHome();
  const end = onEnd(() => home.remove());
  try {
    const running = await home.start({ API_LIMIT: '1000000000' });
    const seconds = size.short ? 15 : 60;
    await sleep(seconds * 1000);
    const fresh = await observe(home, 'fresh', seconds);
    size.say(`fresh: ${fresh.pssMb.toFixed(0)} MB, ${(fresh.cpu * 100).toFixed(1)}% of one core`);
    await fill(home, running.screen(), size.posts);
    await sleep(seconds * 1000);
    const full = await observe(home, `${size.posts} waiting`, seconds);
    await running.signal('SIGTERM', 'npm');
    return {
      findings: [...findings(fresh, 0.7), ...findings(full, 0.9)],
      details: [byProcess([fresh, full])],
    };
  } finally {
    await end();
  }
}

async function fill(home: Home, screen: string, count: number): Promise<void> {
  const load = await startHelper<LoadQuestion>('load.ts', {});
  const apiKey = /^ +(crk_\S+)$/m.exec(screen)?.[1] ?? '';
  const channel = /"integration":\{"id":"([\w-]+)"\}/.exec(screen)?.[1] ?? '';
  await load
    .ask({
      kind: 'create',
      url: home.url,
      apiKey,
      channels: [channel],
      token: 'idle',
      count,
      concurrency: 8,
      dueMs: Date.now() + DAY_MS,
    })
    .finally(() => load.stop());
}

async function observe(home: Home, when: string, seconds: number): Promise<Idle> {
  const pids = await everyProcess(home);
  const before = sumCpu(pids);
  await sleep(seconds * 1000);
  const cpu = (sumCpu(pids) - before) / seconds;
  const byName = new Map<string, number>();
  for (const pid of pids) byName.set(nameOf(pid), (byName.get(nameOf(pid)) ?? 0) + (memoryOf(pid)?.pss ?? 0));
  return { when, cpu, byName, pssMb: [...byName.values()].reduce((sum, mb) => sum + mb, 0) };
}

const sumCpu = (pids: readonly number[]): number => pids.reduce((sum, pid) => sum + cpuSecondsOf(pid), 0);

/** Processes that name the data folder, and all their children: PostgreSQL's sessions do not name it. */
async function everyProcess(home: Home): Promise<number[]> {
  const found = new Set((await home.processes()).map((line) => Number.parseInt(line, 10)));
  const parents = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((name) => [Number(name), parentOf(Number(name))]),
  );
  for (let size = 0; size !== found.size;) {
    size = found.size;
    for (const [pid, parent] of parents) if (found.has(parent)) found.add(pid);
  }
  return [...found];
}

function parentOf(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1]);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ESRCH') return 0; // it has ended
    throw error;
  }
}

function nameOf(pid: number): string {
  const command = memoryOf(pid) ? readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ') : '';
  const known = [/postgres/, /temporal-server/, /temporal-ui-server/, /main\.ts (api|worker|all)/, /npm/];
  const match = known.map((pattern) => pattern.exec(command)).find((m) => m !== null);
  return match ? (match[1] ?? match[0]) : 'shells';
}

function findings({ when, pssMb, cpu }: Idle, goalGb: number): Finding[] {
  return [
    {
      what: `memory (PSS), ${when}`,
      goal: `≤ ${goalGb} GB`,
      measured: `${(pssMb / 1000).toFixed(2)} GB`,
      met: pssMb / 1000 <= goalGb,
    },
    {
      what: `CPU of one core, ${when}`,
      goal: '≤ 3%',
      measured: `${(cpu * 100).toFixed(1)}%`,
      met: cpu <= 0.03,
    },
  ];
}

function byProcess(observed: readonly Idle[]): string {
  const names = [...new Set(observed.flatMap((o) => [...o.byName.keys()]))];
  return table(
    ['PSS, MB', ...names, 'sum'],
    observed.map((o) => [o.when, ...names.map((n) => (o.byName.get(n) ?? 0).toFixed(0)), o.pssMb.toFixed(0)]),
  );
}
