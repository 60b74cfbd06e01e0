/** Memory of the processes of a lab over time. */
import type { Lab } from './lab.ts';
import { groupsOf, memoryOf } from './usage.ts';

/** Proportional memory (PSS) in megabytes by group of processes. */
export async function pssByGroup(lab: Lab): Promise<Record<string, number>> {
  const sums: Record<string, number> = {};
  for (const [pid, group] of await groupsOf(lab)) {
    sums[group] = (sums[group] ?? 0) + (memoryOf(pid)?.pss ?? 0);
  }
  return sums;
}

/** What a process used, moment by moment. */
export interface MemoryLine {
  readonly atMs: number;
  readonly pss: number;
  readonly rss: number;
}

/** Notes the memory of one process every second until `stop`, which gives the notes. */
export function watchMemory(pid: number): { stop(): MemoryLine[] } {
  const lines: MemoryLine[] = [];
  const note = (): void => {
    const memory = memoryOf(pid);
    if (memory) lines.push({ atMs: Date.now(), ...memory });
  };
  const timer = setInterval(note, 1000);
  note();
  return {
    stop() {
      clearInterval(timer);
      return lines;
    },
  };
}
