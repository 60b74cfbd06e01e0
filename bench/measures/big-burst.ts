/** `big-burst`: ten thousand posts due in one second, and the worker's memory during it. */
import { spread } from '../arithmetic.ts';
import { burst, compareBursts } from '../burst.ts';
import { openLab, type Lab } from '../lab.ts';
import type { Measure, Size } from '../measure.ts';
import { watchMemory, type MemoryLine } from '../memory.ts';
import { machineFacts, noise, table, words, type Result } from '../report.ts';
import { openEngine, productSide } from '../sides.ts';
import { burstTable, cpuOf } from './burst.ts';

/** Growth from a tenth of the posts to all of them that still counts as bounded. */
const BOUNDED = 1.25;
/**
 * With fewer in the smaller burst, the worker's cache of 300 runs would still be filling, and growth would
 * mean nothing.
 */
const TELLING = 1000;
const LINES = 12;

export const bigBurst: Measure = {
  name: 'big-burst',
  title: "10,000 posts due in one second, against the bare engine of the same shape; the worker's memory",
  full: { posts: 10_000, rounds: 2 },
  short: { posts: 600, rounds: 1 },
  run,
};

async function run(size: Size): Promise<Result> {
  const lab = await openLab(size.say);
  try {
    const product = await productSide(lab, size);
    const engine = await openEngine(lab, { name: 'bare engine' });
    const facts = await machineFacts(lab);
    const small = await watched(lab, () => burst(lab, product, size.posts / 10));
    await burst(lab, engine, size.posts / 10);
    const big = await watched(lab, () => compareBursts(lab, [product, engine], { ...size, warmUp: 0 }));
    const drain = (side: string, n: number): number =>
      big.result[n]?.find((b) => b.side === side)?.drainMs ?? NaN;
    const ratio = spread(big.result.map((_, n) => drain('product', n) / drain('bare engine', n)));
    const growth = peak(big.lines) / peak(small.lines);
    const bursts = big.result.flat();
    return {
      findings: [
        {
          what: 'drain time ÷ bare engine',
          goal: '≤ 1.4',
          measured: words(ratio, big.result.length),
          met: ratio.median <= 1.4,
        },
        {
          what: `peak memory of the worker with ${size.posts} due ÷ with ${size.posts / 10}`,
          goal: `bounded (≤ ${BOUNDED})`,
          measured: `${growth.toFixed(2)} (${peak(big.lines).toFixed(0)} MB, ${peak(small.lines).toFixed(0)} MB)`,
          met: size.posts / 10 < TELLING ? null : growth <= BOUNDED,
        },
      ],
      details: [
        facts,
        burstTable(bursts),
        cpuOf(bursts, size.posts),
        memoryTable(big.lines),
        noise(bursts.map((b) => b.cpu)),
      ],
    };
  } finally {
    await lab.stop();
  }
}

async function watched<T>(lab: Lab, work: () => Promise<T>): Promise<{ result: T; lines: MemoryLine[] }> {
  const memory = watchMemory(lab.processes.get('worker') ?? 0);
  const result = await work().catch((error: unknown) => {
    memory.stop();
    throw error;
  });
  return { result, lines: memory.stop() };
}

const peak = (lines: readonly MemoryLine[]): number => Math.max(...lines.map((l) => l.pss));

/** Moments spread evenly over the whole run. */
function memoryTable(lines: readonly MemoryLine[]): string {
  const first = lines[0]?.atMs ?? 0;
  const picked = Array.from(
    { length: LINES },
    (_, n) => lines[Math.round((n * (lines.length - 1)) / (LINES - 1))],
  ).filter((l) => l !== undefined);
  return table(
    ['Worker, seconds into the run', ...picked.map((l) => ((l.atMs - first) / 1000).toFixed(0))],
    [
      ['PSS, MB', ...picked.map((l) => l.pss.toFixed(0))],
      ['RSS, MB', ...picked.map((l) => l.rss.toFixed(0))],
    ],
  );
}
