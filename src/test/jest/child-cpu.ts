/** How much processor time the child processes of this one have used: servers, workers, browsers. */
import { readFileSync } from 'node:fs';

/** Linux counts processor time in hundredths of a second (USER_HZ). */
const TICK_MS = 10;

/**
 * In milliseconds, of children that run and of those that have ended; 0 where there is no /proc. A child that
 * ended without its parent waiting for it is not counted, nor one that a thread of its parent started.
 */
export function childCpuMs(): number {
  return (readTimes(process.pid)?.endedMs ?? 0) + below(process.pid);
}

function below(pid: number): number {
  return childrenOf(pid).reduce((sum, child) => {
    const { ownMs = 0, endedMs = 0 } = readTimes(child) ?? {};
    return sum + ownMs + endedMs + below(child);
  }, 0);
}

/** Not by the parents of all processes: reading hundreds of them at each file took longer than many files. */
function childrenOf(pid: number): number[] {
  return (read(`/proc/${pid}/task/${pid}/children`) ?? '').split(' ').filter(Boolean).map(Number);
}

/** proc_pid_stat(5): the fields after the name, which may itself contain brackets and spaces. */
function readTimes(pid: number): { ownMs: number; endedMs: number } | undefined {
  const text = read(`/proc/${pid}/stat`);
  if (text === undefined) return undefined;
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15).map(Number);
  return { ownMs: (user + system) * TICK_MS, endedMs: (endedUser + endedSystem) * TICK_MS };
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined; // it has just ended, or this is no Linux
  }
}
