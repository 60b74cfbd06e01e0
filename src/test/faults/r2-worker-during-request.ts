import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '../instance.ts';
import type { Fault } from './fault.ts';
import { callsOfEachPost, mustEndAs } from './expect.ts';

export const workerDuringRequest: Fault = {
  id: 'R2',
  title:
    'SIGKILL of the worker during requests that the network answers after 3 s, five posts; the network takes them at once, or at the end',
  promise: 'a worker killed during its requests: the network is asked, and none of the posts is sent twice',
  async run(world) {
    const { client, network, processes } = world;
    await processes.start('api');
    await processes.start('worker');
    const rounds = world.short
      ? (['slow', 'late'] as const)
      : (['slow', 'late', 'slow', 'late', 'slow', 'late'] as const);
    for (const [round, kind] of rounds.entries()) {
      const channel = await world.connect(`Slow ${round} #lookup`);
      await network.arm({ kind, seconds: 3, times: 5, account: channel.name });
      const posts = await client.createMany(5, () => ({ dueInMs: 1500, on: channel }));
      await eventually(
        'the network has five requests',
        async () => (await network.calls()).filter((c) => c.account === channel.name).length === 5,
        60_000,
      );
      await sleep(world.random.between(0, 2000));
      processes.kill('worker');
      await processes.backAgain('worker', round + 1);
      await world.settle();
      await mustEndAs(world, posts, 'published');
      for (const calls of await callsOfEachPost(world, channel.name)) {
        world.must(calls.length === 1, `a post was sent ${calls.length} times`);
      }
    }
  },
};
