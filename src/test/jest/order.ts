/** In which order the test files run. */
import { PHASES, phaseOf } from './phases.ts';

/** The heavy phases first, each in its given order (Jest's: the slowest first, where it knows). */
export function byPhase<T extends { readonly path: string }>(files: readonly T[]): T[] {
  return files.toSorted((a, b) => PHASES.indexOf(phaseOf(a.path)) - PHASES.indexOf(phaseOf(b.path)));
}

/** Mulberry32: the same seed gives the same numbers from 0 to 1 on every machine. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * A random order that a seed repeats: sorted by name first, as the order that comes in differs by machine.
 */
export function shuffled<T extends { readonly path: string }>(files: readonly T[], seed: number): T[] {
  const random = randomFrom(seed);
  return files
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
    .map((file) => ({ file, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ file }) => file);
}
