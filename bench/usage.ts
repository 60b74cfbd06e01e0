/**
 * CPU time and memory of processes, from /proc (Linux). PostgreSQL's sessions count for the database that
 * they work on.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import type { Lab } from './lab.ts';

/** Clock ticks per second in /proc (USER_HZ), the same on every Linux. */
const TICKS = 100;

/** CPU seconds so far. */
export interface CpuSample {
  readonly atMs: number;
  /** Each process by number: its group and its seconds. */
  readonly seconds: ReadonlyMap<number, { group: string; seconds: number }>;
  /** The whole machine: busy (steal not included), stolen by the host, and all time of all cores. */
  readonly machine: { busy: number; stolen: number; total: number };
}

/** CPU seconds between two samples. */
export interface CpuUse {
  /** By group of processes. */
  readonly seconds: Readonly<Record<string, number>>;
  /** Shares of the machine (0 to 1): busy in all, busy with what is not ours, and stolen by its host. */
  readonly busy: number;
  readonly foreign: number;
  readonly stolen: number;
}

/** Resident and proportional memory of a process in megabytes (10^6 bytes); null when it has ended. */
export function memoryOf(pid: number): { rss: number; pss: number } | null {
  const text = readProc(`${pid}/smaps_rollup`);
  const field = (name: string): number =>
    (Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text ?? '')?.[1] ?? 0) * 1024) / 1e6;
  return text ? { rss: field('Rss'), pss: field('Pss') } : null;
}

/**
 * Resets the highest resident memory of a process; from now on `peakOf` returns that of the time since
 * (proc(5), clear_refs).
 */
export function resetPeak(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
}

/** Highest resident memory of a process in megabytes. */
export function peakOf(pid: number): number {
  return (Number(/^VmHWM:\s+(\d+) kB/m.exec(readProc(`${pid}/status`) ?? '')?.[1] ?? 0) * 1024) / 1e6;
}

/** Processes of PostgreSQL by what they work for. */
async function postgresGroups(lab: Lab): Promise<Map<number, string>> {
  const rows = await lab.sql<{ pid: number; datname: string | null; type: string }>(
    'select pid, datname, backend_type as type from pg_stat_activity',
  );
  const groups = new Map(
    rows.map(({ pid, datname, type }) => [
      pid,
      type !== 'client backend'
        ? 'postgres (server)'
        : datname?.startsWith('temporal')
          ? 'postgres (Temporal)'
          : 'postgres (Crier)',
    ]),
  );
  return groups.set(lab.supervisor.pid('postgres') ?? 0, 'postgres (server)');
}

/** Every process of the lab with its group. */
export async function groupsOf(lab: Lab): Promise<Map<number, string>> {
  return new Map([
    ...(await postgresGroups(lab)),
    ...[...lab.processes].map(([name, pid]) => [pid, name] as const),
  ]);
}

/** Reads the clocks of every process of the lab. */
export async function sampleCpu(lab: Lab): Promise<CpuSample> {
  const seconds = new Map<number, { group: string; seconds: number }>();
  for (const [pid, group] of await groupsOf(lab)) seconds.set(pid, { group, seconds: cpuSecondsOf(pid) });
  return { atMs: Date.now(), seconds, machine: machineTime() };
}

/**
 * What was used between two samples. A session that began in between counts from 0; one that ended is not
 * seen.
 */
export function cpuBetween(from: CpuSample, to: CpuSample): CpuUse {
  const seconds: Record<string, number> = {};
  for (const [pid, { group, seconds: after }] of to.seconds) {
    seconds[group] = (seconds[group] ?? 0) + Math.max(0, after - (from.seconds.get(pid)?.seconds ?? 0));
  }
  const total = to.machine.total - from.machine.total || 1;
  const busy = (to.machine.busy - from.machine.busy) / total;
  const ours = Object.values(seconds).reduce((sum, s) => sum + s, 0) / total;
  return {
    seconds,
    busy,
    foreign: Math.max(0, busy - ours),
    stolen: (to.machine.stolen - from.machine.stolen) / total,
  };
}

/** Two spans one after the other. Shares of the machine are the greater ones. */
export function joinCpu(first: CpuUse, then: CpuUse): CpuUse {
  const groups = new Set([...Object.keys(first.seconds), ...Object.keys(then.seconds)]);
  const seconds = Object.fromEntries(
    [...groups].map((group) => [group, (first.seconds[group] ?? 0) + (then.seconds[group] ?? 0)]),
  );
  const greater = (share: 'busy' | 'foreign' | 'stolen'): number => Math.max(first[share], then[share]);
  return { seconds, busy: greater('busy'), foreign: greater('foreign'), stolen: greater('stolen') };
}

/** User and system seconds of a process, all of its threads. 0 when it has ended. */
export function cpuSecondsOf(pid: number): number {
  const fields = readProc(`${pid}/stat`)?.split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / TICKS;
}

function machineTime(): CpuSample['machine'] {
  const [user = 0, nice = 0, system = 0, idle = 0, wait = 0, irq = 0, soft = 0, stolen = 0] = (
    readProc('stat')?.split('\n')[0] ?? ''
  )
    .trim()
    .split(/\s+/)
    .slice(1)
    .map((ticks) => Number(ticks) / TICKS);
  const busy = user + nice + system + irq + soft;
  return { busy, stolen, total: busy + idle + wait + stolen };
}

function readProc(path: string): string | null {
  try {
    return readFileSync(`/proc/${path}`, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ESRCH') return null; // it has ended
    throw error;
  }
}
