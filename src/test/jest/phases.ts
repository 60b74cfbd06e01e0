/** The kinds of test files, and how much of the machine a file of each kind takes while it runs. */
import { relative, sep } from 'node:path';

/** A kind of test files. */
export interface Phase {
  readonly name: string;
  /** Places that a file takes, of `PLACES` for each of Jest's workers. */
  readonly weight: number;
  readonly holds: (file: string) => boolean;
}

const below =
  (...folders: string[]): Phase['holds'] =>
  (file) =>
    // Workspaces have such folders too: src/NAME/test/e2e/.
    folders.some((folder) => file.replace(/^src\/[\w-]+\/test\//, 'src/test/').startsWith(`${folder}/`));

/** Files that use a sixth of a processor or less (see the table at the end of a run). */
const WAITING = [
  'freeze',
  'freeze-copy',
  'held',
  'missed',
  'networks',
  'one-request',
  'resolve',
  'stopped-worker',
  'wiped-temporal',
].map((name) => `src/test/e2e/${name}.test.ts`);

/** Places for each of Jest's workers, which stands for one processor. */
export const PLACES = 10;

/** In the order in which they run; the last one holds the rest. */
export const PHASES: readonly Phase[] = [
  // They kill servers, and count on what they start then coming up at once: two at most run at a time.
  { name: 'faults and embedded servers', weight: 8, holds: below('src/test/faults', 'src/run/embedded') },
  // Dates that have to come, and networks that answer late: beside the first ones they cost nothing.
  { name: 'end to end, waiting', weight: 1, holds: (file) => WAITING.includes(file) },
  // These wait for servers more than they compute: five at a time keep two processors busy.
  { name: 'end to end', weight: 4, holds: below('src/test/e2e') },
  // These wait for timeouts and compute next to nothing. Left for the end, they would run alone.
  {
    name: 'contracts of networks',
    weight: 2,
    holds: (file) => /^providers\/.*contract\.test\.ts$/.test(file),
  },
  { name: 'unit and API', weight: 4, holds: () => true },
];

/** @param path absolute */
export function phaseOf(path: string, rootDir = process.cwd()): Phase {
  const file = relative(rootDir, path).replaceAll(sep, '/');
  return PHASES.find((phase) => phase.holds(file)) as Phase;
}
