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
    folders.some((folder) => file.startsWith(`${folder}/`));

/** Places for each of Jest's workers, which stands for one processor. */
export const PLACES = 3;

/** In the order in which they are looked through; the last one holds the rest. */
export const PHASES: readonly Phase[] = [
  // They kill servers, and count on what they start then coming up at once: beside one, little else runs.
  { name: 'faults and embedded servers', weight: 4, holds: below('src/test/faults', 'src/embedded') },
  // Whole instances wait for their workers more than they compute.
  { name: 'end to end', weight: 2, holds: below('src/test/e2e') },
  { name: 'unit and API', weight: 3, holds: () => true },
];

/** @param path absolute */
export function phaseOf(path: string, rootDir = process.cwd()): Phase {
  const file = relative(rootDir, path).replaceAll(sep, '/');
  return PHASES.find((phase) => phase.holds(file)) as Phase;
}
