/**
 * `lateness`: one post at a time on an idle instance, how much of the lateness is the engine's, and whether
 * posts that were created in bulk, due one after the other, are later than those that were created alone.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { interleave, percentile } from '../arithmetic.ts';
import { openLab } from '../lab.ts';
import type { Measure, Size } from '../measure.ts';
import { machineFacts, noise, table, type Finding, type Result } from '../report.ts';
import { openEngine, productSide, until, type Side } from '../sides.ts';
import { cpuBetween, sampleCpu } from '../usage.ts';

const AHEAD_MS = 1500;
/** From when posts are created until the first is due; longer than creating them takes. */
const BULK_AHEAD_MS = 30_000;
/** Between two dates, so that no post waits for another one at its date. */
const APART_MS = 400;
const BULK_CONCURRENCY = 8;

export const lateness: Measure = {
  name: 'lateness',
  title: 'one post at a time on an idle instance: how late it reaches the network',
  full: { posts: 60, rounds: 1 },
  short: { posts: 8, rounds: 1 },
  run,
};

async function run(size: Size): Promise<Result> {
  const lab = await openLab(size.say);
  try {
    const product = await productSide(lab, size);
    const engine = await openEngine(lab, { name: 'bare engine' });
    const facts = await machineFacts(lab);
    for (const side of [product, engine, product, engine]) await once(side);
    const late = new Map<string, number[]>([
      ['product', []],
      ['bare engine', []],
    ]);
    const before = await sampleCpu(lab);
    for (const side of interleave<Side>([product, engine], size.posts * size.rounds).flat()) {
      late.get(side.name)?.push(await once(side));
    }
    const alone = await manyLate(product, { posts: size.posts, concurrency: 1 });
    const bulk = await manyLate(product, { posts: size.posts, concurrency: BULK_CONCURRENCY });
    late.set('product, created one at a time, due later', alone);
    late.set(`product, created ${BULK_CONCURRENCY} at a time, due later`, bulk);
    const cpu = cpuBetween(before, await sampleCpu(lab));
    await product.settle();
    const early = Math.min(...[...late.values()].flat());
    if (early < 0) throw new Error(`a post was sent ${-early} ms early`);
    const rows = [...late].map(([name, ms]) => [
      name,
      ms.length,
      ...[0, 0.5, 0.9, 0.99, 1].map((share) => percentile(ms, share)),
    ]);
    return {
      findings: [...findings(late.get('product') ?? [], late.get('bare engine') ?? []), inBulk(alone, bulk)],
      details: [
        facts,
        table(['Lateness, ms', 'posts', 'least', 'p50', 'p90', 'p99', 'most'], rows),
        noise([cpu]),
      ],
    };
  } finally {
    await lab.stop();
  }
}

/**
 * Milliseconds between the date and the arrival of one post. Dates are not whole seconds, so that nothing
 * else is due at the same time.
 */
async function once(side: Side): Promise<number> {
  const dueMs = Date.now() + AHEAD_MS;
  await side.create({ count: 1, concurrency: 1, dueMs });
  await sleep(dueMs - Date.now() + 20);
  await until(async () => (await side.sent()) > 0, 20);
  const [at = NaN, ...more] = await side.arrivals();
  if (more.length) throw new Error(`${side.name}: one post was sent ${more.length + 1} times`);
  await sleep(200);
  return at - dueMs;
}

function findings(product: readonly number[], bare: readonly number[]): Finding[] {
  const p50 = percentile(product, 0.5);
  const p99 = percentile(product, 0.99);
  const added = p50 - percentile(bare, 0.5);
  return [
    { what: 'lateness, p50', goal: '≤ 250 ms', measured: `${p50} ms`, met: p50 <= 250 },
    { what: 'lateness, p99', goal: '≤ 1,000 ms', measured: `${p99} ms`, met: p99 <= 1000 },
    { what: "added to the bare engine's p50", goal: '≤ 100 ms', measured: `${added} ms`, met: added <= 100 },
  ];
}

/** Posts that are due one after the other, in the order in which they were created. */
async function manyLate(
  side: Side,
  { posts, concurrency }: { posts: number; concurrency: number },
): Promise<number[]> {
  const dueMs = Date.now() + BULK_AHEAD_MS;
  const { toMs } = await side.create({ count: posts, concurrency, dueMs, apartMs: APART_MS });
  if (toMs > dueMs - BULK_AHEAD_MS / 2) throw new Error('creating them took so long that the first were due');
  await until(async () => (await side.sent()) >= posts, 200);
  const arrivals = (await side.arrivals()).toSorted((a, b) => a - b);
  return arrivals.map((at, n) => at - dueMs - n * APART_MS);
}

function inBulk(alone: readonly number[], bulk: readonly number[]): Finding {
  const apart = percentile(bulk, 0.99) - percentile(alone, 0.99);
  return {
    what: 'lateness, p99: created in bulk minus created alone',
    goal: '≤ 50 ms',
    measured: `${apart} ms`,
    met: apart <= 50,
  };
}
