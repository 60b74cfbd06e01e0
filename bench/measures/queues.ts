/**
 * `queues`: a queue for each network against one queue with fairness keys and eager dispatch: speed, and how
 * one network affects another.
 */
import { randomUUID } from 'node:crypto';
import { percentile, spread } from '../arithmetic.ts';
import { compareBursts } from '../burst.ts';
import { openLab, type Lab } from '../lab.ts';
import type { Measure, Size } from '../measure.ts';
import { machineFacts, noise, table, words, type Result } from '../report.ts';
import { openEngine, productSide, sideOf, until, type Engine } from '../sides.ts';
import { burstTable, cpuOf } from './burst.ts';

/** Concurrent activities: the product's 20 on its own queue and 50 on a network's. */
const SLOTS = 70;
const LATER_MS = 5000;
const SLOW = { posts: 500, takesMs: 3000, others: 50 } as const;
/** The part of the comparison's posts that is the backlog of the fairness probe. */
const BACKLOG = 10;

export const queues: Measure = {
  name: 'queues',
  title: 'a queue for each network against one queue with fairness keys and eager dispatch',
  full: { posts: 1000, rounds: 6 },
  short: { posts: 150, rounds: 1 },
  run,
};

async function run(size: Size): Promise<Result> {
  const lab = await openLab(size.say);
  try {
    const networks = ['sandbox', 'slow'];
    const perNetwork = await openEngine(lab, { name: 'queue per network', layout: 'network', networks });
    const shared = await openEngine(lab, { name: 'one queue', layout: 'shared', slots: SLOTS, networks });
    const facts = await machineFacts(lab);
    const rounds = await compareBursts(lab, [perNetwork, shared], {
      ...size,
      warmUp: Math.min(200, size.posts),
    });
    const rate = (n: number, name: string): number =>
      rounds[n]?.find((b) => b.side === name)?.perSecond ?? NaN;
    const ratio = spread(rounds.map((_, n) => rate(n, 'one queue') / rate(n, 'queue per network')));
    const probes: (string | number)[][] = [];
    for (const engine of [perNetwork, shared]) {
      for (const fairRun of [false, true]) {
        const organization = await inTime((factor) => otherOrganization(engine, size, fairRun, factor));
        probes.push([
          `${engine.name}${fairRun ? ', fair runs' : ''}`,
          organization,
          ...(await inTime((factor) => otherNetwork(engine, size, fairRun, factor))),
        ]);
      }
      size.say(
        probes
          .slice(-2)
          .map((p) => p.join(' · '))
          .join('\n  '),
      );
    }
    probes.push(['product', await inProduct(lab, size), '', '']);
    const bursts = rounds.flat();
    return {
      findings: [
        {
          what: 'posts per second, one queue ÷ queue per network',
          goal: '',
          measured: words(ratio, rounds.length),
          met: null,
        },
      ],
      details: [
        facts,
        table(
          [
            `Lateness, s`,
            `one post of another organisation, 5 s after ${size.posts * BACKLOG}`,
            `${slowPosts(size)} posts take 3 s: another network's, p50`,
            'the same, most',
          ],
          probes,
        ),
        burstTable(bursts),
        cpuOf(bursts, size.posts),
        noise(bursts.map((b) => b.cpu)),
      ],
    };
  } finally {
    await lab.stop();
  }
}

const slowPosts = (size: Size): number => (size.short ? 100 : SLOW.posts);

/** The rate of creates per second assumed at first. */
const PACE = { engine: 50, product: 25 } as const;

/** Milliseconds in which this many posts can be created. */
const lead = (posts: number, perSecond: number): number => (8 + posts / perSecond) * 1000;

/**
 * Repeats a probe with a longer lead until everything was created before its date (the probe returns null
 * when it was not).
 */
async function inTime<T>(probe: (factor: number) => Promise<T | null>): Promise<T> {
  for (let factor = 1; factor <= 8; factor *= 2) {
    const found = await probe(factor);
    if (found !== null) return found;
  }
  throw new Error('The posts of a probe could not be created before their date');
}

/**
 * A single post, created before the backlog of another organisation and due 5 s after it: its lateness in
 * seconds.
 */
async function otherOrganization(
  engine: Engine,
  size: Size,
  fairRun: boolean,
  factor: number,
): Promise<string | null> {
  const posts = size.posts * BACKLOG;
  const dueMs = Date.now() + lead(posts, PACE.engine) * factor;
  await engine.take();
  const [alone, many] = [randomUUID(), randomUUID()];
  await engine.start(
    { count: 1, concurrency: 1, dueMs: dueMs + LATER_MS },
    { organizationId: alone, fairRun },
  );
  const { toMs } = await engine.start(
    { count: posts, concurrency: 8, dueMs },
    { organizationId: many, fairRun },
  );
  await until(async () => (await engine.sent()) > posts, 200);
  const sends = await engine.take();
  await engine.settle();
  if (toMs > dueMs) return null;
  return seconds(
    (sends.find(([, , organizationId]) => organizationId === alone)?.[1] ?? NaN) - dueMs - LATER_MS,
  );
}

/** One network takes 3 s for each of its posts: how late are another network's, which are due 2 s later? */
async function otherNetwork(
  engine: Engine,
  size: Size,
  fairRun: boolean,
  factor: number,
): Promise<string[] | null> {
  const posts = slowPosts(size);
  const dueMs = Date.now() + lead(posts + SLOW.others, PACE.engine) * factor;
  await engine.take();
  const organizationId = randomUUID();
  await engine.start(
    { count: SLOW.others, concurrency: 8, dueMs: dueMs + 2000 },
    { network: 'sandbox', organizationId, fairRun },
  );
  const { toMs } = await engine.start(
    { count: posts, concurrency: 8, dueMs },
    { network: 'slow', organizationId, takesMs: SLOW.takesMs, fairRun },
  );
  await until(async () => (await engine.sent()) >= posts + SLOW.others, 200);
  const late = (await engine.take())
    .filter(([, , , network]) => network === 'sandbox')
    .map(([, at]) => at - dueMs - 2000);
  await engine.settle();
  if (toMs > dueMs) return null;
  return [seconds(percentile(late, 0.5)), seconds(percentile(late, 1))];
}

/** The same probe, for two organisations, on the product itself. */
async function inProduct(lab: Lab, size: Size): Promise<string> {
  const many = await productSide(lab);
  const single = sideOf(lab, many.product, await many.product.addOwner('Grace & Co', 1));
  return inTime(async (factor) => {
    const posts = size.posts * BACKLOG;
    const dueMs = Date.now() + lead(posts, PACE.product) * factor;
    await single.create({ count: 1, concurrency: 1, dueMs: dueMs + LATER_MS });
    const { toMs } = await many.create({ count: posts, concurrency: 8, dueMs });
    await until(async () => (await single.sent()) > posts, 200);
    await many.settle();
    const [[at = NaN], backlog] = [await single.arrivals(), await many.arrivals()];
    if (backlog.length !== posts) throw new Error(`${backlog.length} of ${posts} posts were sent`);
    return toMs > dueMs ? null : seconds(at - dueMs - LATER_MS);
  });
}

const seconds = (ms: number): string => (ms / 1000).toFixed(2);
