import { eventually } from '../instance.ts';
import { mustHaveRuns } from './expect.ts';
import type { Fault } from './fault.ts';
import type { World } from './world.ts';

const YEAR_MS = 365 * 86_400_000;

export const temporalWiped: Fault = {
  id: 'F14',
  title: 'Temporal loses its whole store while posts wait',
  promise:
    'Temporal wiped while posts wait: within one pass of the reconciler each has a run again, and published posts are not sent again',
  breaksServers: true,
  async run(world) {
    const { client, processes, random, network } = world;
    await processes.start('api');
    await processes.start('worker');
    const finished = world.size(5, 50);
    for (let i = finished; i > 0; i--) await client.create({ dueInMs: random.between(0, 1000) });
    await createMany(world, world.size(90, 900), () => YEAR_MS + random.between(0, 1e9));
    await createMany(world, world.size(10, 100), () => random.between(25_000, 70_000));
    await eventually(
      'the first posts are published',
      async () => (await network.ledger()).length >= finished,
    );
    await world.stack().wipeTemporal();
    const wiped = Date.now();
    await mustHaveRuns(world, wiped);
    world.bound({
      words: 'on time, or 60 s after Temporal is back',
      by: (s) => Math.max(s.dueMs, wiped) + 60_000,
    });
  },
};

async function createMany({ client }: World, count: number, dueInMs: () => number): Promise<void> {
  for (let left = count; left > 0; left -= 10) {
    await Promise.all(
      Array.from({ length: Math.min(10, left) }, () => client.create({ dueInMs: dueInMs() })),
    );
  }
}
