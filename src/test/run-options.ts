/** The options of `npm test`: some of our own, the rest for Jest. */
import { randomInt } from 'node:crypto';
import { availableParallelism } from 'node:os';

/** What a run was asked for. */
export interface RunOptions {
  /** Arguments for Jest. */
  readonly jest: readonly string[];
  /** The seed of the order of the files; undefined = the slowest first. */
  readonly shuffle: string | undefined;
  /** Only the tests that the changes of the working tree reach. */
  readonly changed: boolean;
  /** Without the slow files: nothing was named, and `--all` was not given. */
  readonly short: boolean;
}

/** More files at once would need more connections than the shared PostgreSQL gives. */
const WORKERS_AT_MOST = 3;

/** Reads the command line: `--all`, `--changed`, `--shuffle[=SEED]`, and any option of Jest. */
export function readOptions(args: readonly string[]): RunOptions {
  const [own, rest] = [args.filter(isOwn), args.filter((arg) => !isOwn(arg))];
  const shuffle = own.find((arg) => arg.startsWith('--shuffle'));
  const workers = Math.min(Math.max(availableParallelism(), 2), WORKERS_AT_MOST);
  return {
    jest: rest.some((arg) => /^(--maxWorkers|-w|-i|--runInBand)/.test(arg))
      ? rest
      : [`--maxWorkers=${workers}`, ...rest],
    changed: own.includes('--changed'),
    short: !own.includes('--all') && !rest.some((arg) => /^(-t|--testNamePattern|[^-])/.test(arg)),
    shuffle: shuffle && (shuffle.split('=')[1] ?? String(randomInt(1_000_000))),
  };
}

const isOwn = (arg: string): boolean => /^--(all$|changed$|shuffle(=|$))/.test(arg);
