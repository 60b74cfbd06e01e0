import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '../instance.ts';
import { percentile, readMark } from './checker.ts';
import type { Submission } from './client.ts';
import type { Fault } from './fault.ts';
import { mustEndAs } from './expect.ts';
import { startFiveNetworks, type FiveNetworks } from './five-networks.ts';
import { addTenant, countThem, type Tenant } from './organizations.ts';
import type { World } from './world.ts';

/** A worker keeps at most 300 runs in memory, however many are due. */
const WORKER_MB = 700;

export const burstOfMany: Fault = {
  id: 'F32',
  title:
    'Thousands of posts of many organisations on five networks due in one second; one network answers seconds late (all sizes: --long for 10,000 and 50)',
  promise:
    "thousands of posts due in one second: all are published once, no organisation or network waits for another, and the worker's memory is bounded",
  async run(world) {
    const networks = await startFiveNetworks(world);
    try {
      await world.processes.start('api', { env: networks.env });
      await burst(world, networks);
    } finally {
      for (const name of ['worker', 'api']) await world.processes.end(name);
      await networks.stop();
    }
  },
};

async function burst(world: World, networks: FiveNetworks): Promise<void> {
  const { processes } = world;
  const count = world.long ? 10_000 : world.size(100, 1000);
  const tenants: Tenant[] = [];
  for (let i = world.long ? 50 : world.size(4, 10); i > 0; i--) {
    tenants.push(await addTenant(world, `Org ${i}`, networks.standIns));
  }
  const single = await addTenant(world, 'Single');
  await processes.start('worker', { env: networks.env });
  const dueMs = Date.now() + 10_000 + count * 60;
  for (const [i, tenant] of tenants.entries()) {
    await createFor(tenant, {
      count: Math.floor(count / tenants.length) + (i < count % tenants.length ? 1 : 0),
      dueMs,
    });
  }
  const late = await single.client.create({ dueInMs: dueMs + 1000 - Date.now(), on: single.sandbox });
  if (Date.now() > dueMs) throw new Error(`this machine was too slow to create ${count} posts`);
  const all = countThem(world, [...tenants, single]);
  await sleep(Math.max(0, dueMs - Date.now()));
  await eventually(
    'all are published',
    async () => (await world.network.ledger()).length >= all.length,
    120_000 + count * 100,
  );
  await world.settle(120_000);
  await mustEndAs(world, all, 'published');
  await mustBeFair(world, { tenants, late, dueMs, networks });
  const memory = processes.memory('worker');
  world.note(`worker: ${memory?.peakMb.toFixed(0)} MB at its peak`);
  world.must((memory?.peakMb ?? 0) <= WORKER_MB, `the worker took ${memory?.peakMb.toFixed(0)} MB`);
}

async function createFor(
  { client, targets }: Tenant,
  { count, dueMs }: { count: number; dueMs: number },
): Promise<void> {
  let index = 0;
  await client.createMany(count, () => {
    const target = targets[index++ % targets.length];
    return { dueInMs: dueMs - Date.now(), on: target?.channel, settings: target?.settings };
  });
}

/** Compares how long the organisations, and the networks, waited. */
async function mustBeFair(
  world: World,
  burst: { tenants: readonly Tenant[]; late: Submission; dueMs: number; networks: FiveNetworks },
): Promise<void> {
  const { tenants, late, dueMs } = burst;
  const { slow, slowMs } = burst.networks;
  const arrivals = new Map(
    (await world.network.ledger()).map((e) => [readMark(e.text)?.token, Date.parse(e.receivedAt)]),
  );
  const waits = (submissions: readonly Submission[]): number[] =>
    submissions.map((s) => (arrivals.get(s.token) ?? Infinity) - s.dueMs).sort((a, b) => a - b);
  const everyone = tenants.flatMap((t) => t.client.submissions);
  const quick = everyone.filter((s) => s.account !== slow);
  const networkOf = ({ account }: Submission): string =>
    ['mastodon', 'telegram', 'slack', 'discord'].includes(account) ? account : 'sandbox';
  for (const [network, own] of Map.groupBy(everyone, networkOf)) {
    const waited = waits(own);
    const [first = 0, last = 0] = [waited[0], waited.at(-1)];
    const medians = tenants
      .map(({ client }) => waits(client.submissions.filter((s) => networkOf(s) === network)))
      .map((theirs) => percentile(theirs, 0.5) ?? 0)
      .sort((a, b) => a - b);
    const span = `${seconds(medians[0])} to ${seconds(medians.at(-1))}`;
    world.note(
      `${network}${network === slow ? ` (answers ${slowMs / 1000} s late)` : ''}: ${own.length} posts in ` +
        `${seconds(first)} to ${seconds(last)}, p50 ${seconds(percentile(waited, 0.5))}, of each organisation ${span}`,
    );
    // With fair queues the middle post of each is published half-way through; with one queue in order, the
    // last organisation's would be at the end.
    world.must(
      network === slow || (medians.at(-1) ?? 0) - first <= (last - first) * 0.75 + 1000,
      `${network}: one organisation waited ${seconds(medians.at(-1))} at its median, and all of it took ` +
        `${seconds(first)} to ${seconds(last)}`,
    );
  }
  // It shows a post as soon as it has it, and keeps a slot until it answers: of a few posts, none of the
  // others waits for as long as that.
  world.must(
    (percentile(waits(quick), 0.99) ?? 0) <=
      Math.max((percentile(waits(everyone.filter((s) => s.account === slow)), 0.99) ?? 0) + 1000, slowMs),
    'the quick networks waited longer than the slow one',
  );
  const before = [...arrivals.values()].filter(
    (at) => at >= late.dueMs && at < (arrivals.get(late.token) ?? Infinity),
  ).length;
  world.note(
    `a single post of another organisation, due a second later, left ${seconds((arrivals.get(late.token) ?? 0) - dueMs - 1000)} after its date, after ${before} of the ${everyone.length}`,
  );
}

const seconds = (ms: number | null | undefined): string => `${((ms ?? 0) / 1000).toFixed(1)} s`;
