/** Random numbers that a seed repeats. */

export interface Random {
  /** A whole number from `min` to `max`, both included. */
  between(min: number, max: number): number;
  /** One of the values. */
  pick<T>(values: readonly T[]): T;
}

/** The same seed gives the same numbers (mulberry32 on a 32-bit FNV-1a hash of the seed). */
export function createRandom(seed: string): Random {
  let state = 0x811c9dc5;
  for (const char of seed) state = Math.imul(state ^ (char.codePointAt(0) ?? 0), 0x01000193);
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  const between = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1));
  return {
    between,
    pick: <T>(values: readonly T[]): T => {
      const value = values[between(0, values.length - 1)];
      if (value === undefined) throw new RangeError('Nothing to pick from');
      return value;
    },
  };
}
