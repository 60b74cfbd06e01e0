/** `queues`: a queue for each network against one queue with fairness keys and eager dispatch; speed, and what one does to another. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { percentile, spread } from '../arithmetic.ts';
import { compareBursts } from '../burst.ts';
import { openLab, type Lab } from '../lab.ts';
import type { Measure, Size } from '../measure.ts';
import { machineFacts, noise, table, words, type Result } from '../report.ts';
import { openEngine, productSide, sideOf, until, type Engine } from '../sides.ts';
import { burstTable, cpuOf } from './burst.ts';

/** Activities at once: the product's 20 on its own queue and 50 on a network's. */
const SLOTS = 70;
const LATER_MS = 5000;
const SLOW = { posts: 500, takesMs: 3000, others: 50 } as const;
/** Of the posts of the comparison, the backlog of the fairness probe. */
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
    const rounds = await compareBursts(lab, [perNetwork, shared], { ...size, warmUp: Math.min(200, size.posts) });
    const rate = (n: number, name: string): number => rounds[n]?.find((b) => b.side === name)?.perSecond ?? NaN;
    const ratio = spread(rounds.map((_, n) => rate(n, 'one queue') / rate(n, 'queue per network')));
    const probes: (string | number)[][] = [];
    for (const engine of [perNetwork, shared]) {
      for (const fairRun of [false, true]) probes.push([`${engine.name}${fairRun ? ', fair runs' : ''}`, await otherOrganization(engine, size, fairRun), ...(await otherNetwork(engine, size, fairRun))]);
      size.say(probes.slice(-2).map((p) => p.join(' · ')).join('\n  '));
    }
    probes.push(['product', await inProduct(lab, size), '', '']);
    const bursts = rounds.flat();
    return {
      findings: [{ what: 'posts per second, one queue ÷ queue per network', goal: '', measured: words(ratio, rounds.length), met: null }],
      details: [facts, table([`Lateness, s`, `one post of another organisation, 5 s after ${size.posts * BACKLOG}`, `${slowPosts(size)} posts take 3 s: another network's, p50`, 'the same, most'], probes), burstTable(bursts), cpuOf(bursts, size.posts), noise(bursts.map((b) => b.cpu))],
    };
  } finally {
    await lab.stop();
  }
}

const slowPosts = (size: Size): number => (size.short ? 100 : SLOW.posts);

/** Seconds ahead in which so many runs can be started. */
const lead = (posts: number): number => (6 + posts / 20) * 1000;

/** A single post, created before the backlog of another organisation and due 5 s after it: its lateness in seconds. */
async function otherOrganization(engine: Engine, size: Size, fairRun: boolean): Promise<string> {
  const posts = size.posts * BACKLOG;
  const dueMs = Date.now() + lead(posts);
  await engine.take();
  const [alone, many] = [randomUUID(), randomUUID()];
  await engine.start({ count: 1, concurrency: 1, dueMs: dueMs + LATER_MS }, { organizationId: alone, fairRun });
  const { toMs } = await engine.start({ count: posts, concurrency: 8, dueMs }, { organizationId: many, fairRun });
  if (toMs > dueMs) throw new Error('The backlog was not ready in time');
  await until(async () => (await engine.sent()) > posts, 200);
  const sends = await engine.take();
  await engine.settle();
  return seconds((sends.find(([, , organizationId]) => organizationId === alone)?.[1] ?? NaN) - dueMs - LATER_MS);
}

/** One network takes 3 s for each of its posts: how late another network's are, which become due 2 s later. */
async function otherNetwork(engine: Engine, size: Size, fairRun: boolean): Promise<string[]> {
  const posts = slowPosts(size);
  const dueMs = Date.now() + lead(posts + SLOW.others);
  await engine.take();
  const organizationId = randomUUID();
  await engine.start({ count: SLOW.others, concurrency: 8, dueMs: dueMs + 2000 }, { network: 'sandbox', organizationId, fairRun });
  await engine.start({ count: posts, concurrency: 8, dueMs }, { network: 'slow', organizationId, takesMs: SLOW.takesMs, fairRun });
  await sleep(dueMs - Date.now());
  await until(async () => (await engine.sent()) >= posts + SLOW.others, 200);
  const late = (await engine.take()).filter(([, , , network]) => network === 'sandbox').map(([, at]) => at - dueMs - 2000);
  await engine.settle();
  return [seconds(percentile(late, 0.5)), seconds(percentile(late, 1))];
}

/** The same probe of two organisations with the product as it is. */
async function inProduct(lab: Lab, size: Size): Promise<string> {
  const many = await productSide(lab);
  const { product } = many;
  const single = sideOf(lab, product, await product.addOwner('Grace & Co', 1));
  const posts = size.posts * BACKLOG;
  const dueMs = Date.now() + (8 + posts / 12) * 1000;
  await single.create({ count: 1, concurrency: 1, dueMs: dueMs + LATER_MS });
  const { toMs } = await many.create({ count: posts, concurrency: 8, dueMs });
  if (toMs > dueMs) throw new Error('The backlog was not ready in time');
  await until(async () => (await single.sent()) > posts, 200);
  const [at = NaN] = await single.arrivals();
  await many.settle();
  return seconds(at - dueMs - LATER_MS);
}

const seconds = (ms: number): string => (ms / 1000).toFixed(2);
