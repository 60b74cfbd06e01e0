/** How much processor time the child processes of this one have used: servers, workers, browsers. */
import { readFileSync, readdirSync } from 'node:fs';

/** Linux counts processor time in hundredths of a second (USER_HZ). */
const TICK_MS = 10;

interface Counted {
  readonly parent: number;
  /** Its own, in milliseconds. */
  readonly own: number;
  /** That of its children that have ended. */
  readonly ended: number;
}

/**
 * In milliseconds, of children that run and of those that have ended; 0 where there is no /proc. A child that
 * ended without its parent waiting for it is not counted.
 */
export function childCpuMs(): number {
  const processes = new Map<number, Counted>();
  for (const pid of pidsOf('/proc')) {
    const counted = readStat(pid);
    if (counted) processes.set(pid, counted);
  }
  const children = Map.groupBy([...processes], ([, { parent }]) => parent);
  const below = (pid: number): number =>
    (children.get(pid) ?? []).reduce((sum, [child, { own, ended }]) => sum + own + ended + below(child), 0);
  return (processes.get(process.pid)?.ended ?? 0) + below(process.pid);
}

function pidsOf(folder: string): number[] {
  try {
    return readdirSync(folder)
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
  } catch {
    return []; // no Linux
  }
}

/** proc_pid_stat(5): the fields after the name, which may itself contain brackets and spaces. */
function readStat(pid: number): Counted | undefined {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return undefined; // it has just ended
  }
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [, parent = 0] = fields;
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11);
  return { parent, own: (user + system) * TICK_MS, ended: (endedUser + endedSystem) * TICK_MS };
}
