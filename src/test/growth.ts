/**
 * How the work on a text grows with its length, without a clock of its own: the processor time of one run is
 * compared with that of a run on four times as much, in the same process.
 */

/** Linear work grows fourfold, quadratic work sixteenfold. */
const MAX = 9;
/** Less than this is noise; what is quadratic exceeds it long before the last size. */
const NOISE_MS = 5;
const TRIES = 3;

/** Work that grows faster than what it is given: for how many characters, and by which factor. */
export interface Overgrown {
  readonly characters: number;
  readonly factor: number;
}

/**
 * Runs `work` with texts of growing length, up to the last size. Undefined when it grows no faster than they
 * do; stops at the first size where it does, before quadratic work takes minutes.
 *
 * @param sizes each four times the one before
 */
export async function overgrown(
  textOf: (characters: number) => string,
  work: (text: string) => unknown,
  sizes: readonly number[] = SIZES,
): Promise<Overgrown | undefined> {
  let before: number | undefined;
  for (const characters of sizes) {
    const text = textOf(characters);
    let spent = Infinity;
    for (let tries = 0; tries < TRIES; tries++) {
      spent = Math.min(spent, await spend(work, text));
      if (before === undefined || spent <= MAX * before) break;
    }
    if (before !== undefined && spent > MAX * before) {
      return { characters, factor: Math.round(spent / before) };
    }
    before = Math.max(spent, NOISE_MS);
  }
  return undefined;
}

/** Quadratic growth shows at the last size, if not before: growth.test.ts tries it on half of these. */
const SIZES = [4, 16, 64].map((thousands) => thousands * 1000);

async function spend(work: (text: string) => unknown, text: string): Promise<number> {
  // Node.js 22 knows that of the whole process only.
  const usage = process.threadCpuUsage?.bind(process) ?? process.cpuUsage.bind(process);
  const before = usage();
  await work(text);
  const { user, system } = usage(before);
  return (user + system) / 1000;
}

/** A text of this many characters from a pattern that is repeated. */
export const repeated =
  (pattern: string) =>
  (characters: number): string =>
    pattern.repeat(Math.ceil(characters / pattern.length)).slice(0, characters);
