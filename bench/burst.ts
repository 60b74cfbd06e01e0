/** Posts that are all due at the same moment: how fast a side sends them. */
import { setTimeout as sleep } from 'node:timers/promises';
import { EARLY_MS } from '../temporal/contract/bounds.ts';
import { interleave, percentile } from './arithmetic.ts';
import { until, type Side } from './sides.ts';
import { cpuBetween, sampleCpu, type CpuUse } from './usage.ts';
import type { Lab } from './lab.ts';

/** One round of one side. Times in milliseconds after the due moment. */
export interface Burst {
  readonly side: string;
  readonly posts: number;
  /** The last arrival. */
  readonly drainMs: number;
  readonly first: number;
  readonly p50: number;
  readonly perSecond: number;
  /** From just before the first run is handed over, ahead of its date, until every run had ended. */
  readonly cpu: CpuUse;
}

const CONCURRENCY = 8;
/** Quiet time between the last create and the due moment: until runs are handed over, and a little more. */
const SETTLE_MS = EARLY_MS + 4000;
/** Arrivals have times of their own; asking seldom leaves the processors to what is measured. */
const POLL_MS = 250;
/**
 * Creates per second that are counted on for the first lead; a round that was too slow is repeated with what
 * was seen.
 */
const paces = new Map<string, number>();

/**
 * Creates `posts` posts beforehand, lets all runs wait in Temporal, and takes the time from the due
 * second to the last arrival.
 *
 * @throws Error when a post was sent early, twice or not at all
 */
export async function burst(lab: Lab, side: Side, posts: number): Promise<Burst> {
  for (;;) {
    const leadMs = SETTLE_MS + 1500 + (posts / (paces.get(side.name) ?? 25)) * 1000;
    const dueMs = Math.ceil((Date.now() + leadMs) / 1000) * 1000;
    const { fromMs, toMs } = await side.create({ count: posts, concurrency: CONCURRENCY, dueMs });
    // A tenth in reserve.
    paces.set(side.name, (posts / (toMs - fromMs)) * 1000 * 0.9);
    if (toMs + SETTLE_MS < dueMs) return drain(lab, side, { posts, dueMs });
    await until(async () => (await side.sent()) >= posts);
    await side.settle();
  }
}

async function drain(
  lab: Lab,
  side: Side,
  { posts, dueMs }: { posts: number; dueMs: number },
): Promise<Burst> {
  await sleep(dueMs - EARLY_MS - Date.now() - 300);
  const before = await sampleCpu(lab);
  await until(async () => (await side.sent()) >= posts, POLL_MS);
  await side.settle();
  const cpu = cpuBetween(before, await sampleCpu(lab));
  const lateness = (await side.arrivals()).map((at) => at - dueMs);
  if (lateness.length !== posts) {
    throw new Error(`${side.name}: ${lateness.length} of ${posts} posts were sent`);
  }
  const first = percentile(lateness, 0);
  if (first < 0) throw new Error(`${side.name}: a post was sent ${-first} ms early`);
  const drainMs = percentile(lateness, 1);
  return {
    side: side.name,
    posts,
    drainMs,
    first,
    p50: percentile(lateness, 0.5),
    perSecond: (posts / drainMs) * 1000,
    cpu,
  };
}

/** Interleaved rounds of several sides, after one round of each to warm up (not counted). */
export async function compareBursts(
  lab: Lab,
  sides: readonly Side[],
  options: { posts: number; rounds: number; warmUp: number; say: (line: string) => void },
): Promise<Burst[][]> {
  const { posts, rounds, warmUp, say } = options;
  for (const side of warmUp ? sides : []) await burst(lab, side, warmUp);
  const results: Burst[][] = [];
  for (const order of interleave(sides, rounds)) {
    const round: Burst[] = [];
    for (const side of order) {
      const result = await burst(lab, side, posts);
      say(
        `${side.name}: ${posts} posts in ${(result.drainMs / 1000).toFixed(1)} s, ${result.perSecond.toFixed(1)} per second (${(result.cpu.foreign * 100).toFixed(0)}% of the machine busy elsewhere)`,
      );
      round.push(result);
    }
    results.push(round);
  }
  return results;
}
