/** Percentiles, medians and the order of interleaved runs. */

/** The value below which `share` (0 to 1) of the values lie (nearest rank). @throws RangeError of none */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const value = sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)];
  if (value === undefined) throw new RangeError('There is no percentile of no values');
  return value;
}

/** The middle value; the mean of the two middle ones when their number is even. @throws RangeError of none */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.floor((sorted.length - 1) / 2)];
  if (upper === undefined || lower === undefined) throw new RangeError('There is no median of no values');
  return (lower + upper) / 2;
}

/**
 * The order of `rounds` rounds of all sides: A B B A A B … Each round is the reverse of the one before, so
 * that a drift of the machine (warmer caches, fuller tables) meets every side alike.
 */
export function interleave<T>(sides: readonly T[], rounds: number): T[][] {
  return Array.from({ length: rounds }, (_, round) => (round % 2 === 0 ? [...sides] : [...sides].reverse()));
}

/** The spread of the ratios of several rounds. */
export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

/** Median and range. @throws RangeError of none */
export function spread(values: readonly number[]): Spread {
  return { median: median(values), min: percentile(values, 0), max: percentile(values, 1) };
}
