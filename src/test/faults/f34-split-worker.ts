import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../run/embedded/ports.ts';
import type { Fault } from './fault.ts';
import { mustEndAs } from './expect.ts';
import { startTcpProxy } from './tcp-proxy.ts';

/**
 * What the split worker took from a queue is lost with its answer: a publish costs the heartbeat timeout (8
 * s) and a lookup (16 s), a workflow task 10 s, and a run may lose one of each.
 */
const TAKEOVER_MS = 60_000;

export const splitWorker: Fault = {
  id: 'F34',
  title:
    'Two APIs and two workers; the network splits between one worker and Temporal while posts come due, and heals',
  promise:
    'two APIs, two workers, and a network split between one worker and Temporal: nothing is sent twice, nothing is left behind',
  async run(world) {
    const { client, network, processes, instance, random } = world;
    const proxy = await startTcpProxy(instance.env.TEMPORAL_ADDRESS ?? '');
    try {
      const port = await freePort();
      await processes.start('api');
      await processes.start('api', { env: { PORT: String(port) } }, 'api-2');
      await processes.start('worker', {}, 'worker');
      await processes.start('worker', { env: { TEMPORAL_ADDRESS: proxy.address } }, 'worker-2');
      for (let round = world.size(1, 4); round > 0; round--) {
        const drafts = Array.from({ length: world.size(20, 60) }, () =>
          client.draft({ dueInMs: 3000 + random.between(0, 10_000) }),
        );
        for (const [i, draft] of drafts.entries()) {
          await accepted(() => client.again(draft, i % 2 ? `http://127.0.0.1:${port}` : undefined));
        }
        // Some calls are in progress when it happens: their results cannot be reported.
        await network.arm({ kind: 'slow', seconds: 2, times: 10 });
        await sleep(random.between(1000, 4000));
        proxy.split();
        const began = Date.now();
        world.bound({
          words: `on time, or ${TAKEOVER_MS / 1000} s after the split`,
          by: (s) => Math.max(s.dueMs, s.dueMs < began + 30_000 ? began : 0) + TAKEOVER_MS,
        });
        await sleep(random.between(12_000, 20_000));
        proxy.heal();
        await sleep(world.size(2000, 5000));
      }
      await world.settle(120_000);
      await mustEndAs(world, client.submissions, 'published');
      world.note(`the split worker ended ${processes.deaths('worker-2').length} times`);
    } finally {
      proxy.heal();
      await processes.end('worker-2');
      await proxy.stop();
    }
  },
};

async function accepted(create: () => Promise<unknown>): Promise<void> {
  for (let tries = 40; (await create()) !== 201; tries--) {
    if (tries === 0) throw new Error('a create request was not accepted');
    await sleep(250);
  }
}
