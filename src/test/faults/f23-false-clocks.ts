import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from './fault.ts';
import { mustEndAs } from './expect.ts';
import { FalseClock, ensureFaketime } from './libfaketime.ts';
import type { World } from './world.ts';

const HOUR_S = 3600;
/** None of it is caused by the clock; a busy machine is allowed these seconds. */
const LATE_MS = 15_000;
/**
 * A publish whose process believes that an hour passed in the meantime is looked up on the network before it
 * is sent.
 */
const STEP_LATE_MS = 60_000;

export const falseClocks: Fault = {
  id: 'F23',
  title:
    'API and workers whose clocks are an hour ahead, an hour behind, and are set while posts wait (libfaketime)',
  promise:
    'clocks of API and workers that are wrong or change while posts wait: the database clock decides, nothing is early, nothing waits an hour',
  async run(world) {
    const library = await ensureFaketime();
    const folder = mkdtempSync(join(tmpdir(), 'crier-clocks-'));
    try {
      for (const [round, [api, worker]] of (
        [
          [HOUR_S, -HOUR_S],
          [-HOUR_S, HOUR_S],
        ] as const
      ).entries()) {
        await live(world, { library, folder, round, api, worker });
      }
      await mustEndAs(world, world.client.submissions, 'published');
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

/** Posts with one pair of wrong clocks; then the clocks are set the other way round while others wait. */
async function live(
  world: World,
  setup: { library: string; folder: string; round: number; api: number; worker: number },
): Promise<void> {
  const { client, processes, random, network } = world;
  const { library, folder, round } = setup;
  const clocks = {
    api: new FalseClock(join(folder, `api-${round}`), setup.api),
    worker: new FalseClock(join(folder, `worker-${round}`), setup.worker),
  };
  const [api, worker] = [`api-${round}`, `worker-${round}`];
  await processes.start('api', { env: clocks.api.env(library) }, api);
  await processes.start('worker', { env: clocks.worker.env(library) }, worker);
  await mustBelieve(world, api, setup.api);
  const begin = Date.now();
  // Some answers and some requests are lost, so that a worker's clock decides about a second send.
  await network.arm({ kind: 'reset_after', times: world.size(2, 6) });
  await network.arm({ kind: 'reset_before', times: world.size(2, 6) });
  await client.createMany(world.size(15, 100), () => ({
    dueInMs: 1000 + random.between(0, world.size(5000, 20_000)),
  }));
  const stepping = await client.createMany(world.size(10, 80), () => ({
    dueInMs: world.size(9000, 25_000) + random.between(0, 8000),
  }));
  await sleep(Math.min(...stepping.map((s) => s.dueMs)) - Date.now() + 1500);
  clocks.api.step(-setup.api);
  clocks.worker.step(-setup.worker);
  const stepped = Date.now();
  await sleep(2500);
  const after = await client.createMany(world.size(5, 30), () => ({
    dueInMs: 1000 + random.between(0, 4000),
  }));
  world.bound({
    words: `on time, or ${LATE_MS / 1000} s late; ${STEP_LATE_MS / 1000} s where a clock was set or an answer was lost`,
    by: (s) =>
      Math.max(s.dueMs, begin, s.dueMs > stepped - 10_000 ? stepped : 0) +
      (after.includes(s) ? LATE_MS : STEP_LATE_MS),
  });
  await world.settle(150_000);
  await processes.end(worker);
  await processes.end(api);
}

/** The false clock really works: otherwise this fault tests nothing. */
async function mustBelieve(
  { instance, processes, must }: World,
  name: string,
  offsetSeconds: number,
): Promise<void> {
  await fetch(`${instance.url}/api/ready`);
  const line = processes
    .log(name)
    .split('\n')
    .find((l) => l.includes('"time":"'));
  const said = Date.parse(/"time":"([^"]+)"/.exec(line ?? '')?.[1] ?? '');
  must(
    Math.abs(said - Date.now() - offsetSeconds * 1000) < 120_000,
    `${name} was to believe that it is ${offsetSeconds} s off, and its log says ${new Date(said || 0).toISOString()}`,
  );
}
