import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from './fault.ts';
import { mustEndAs } from './expect.ts';

export const apiAfterLastAnswer: Fault = {
  id: 'R1',
  title: 'SIGKILL of the API right after the last of 100 creates, eight at a time, was answered 201',
  promise: 'an API killed right after the last of a hundred answers: every post is published',
  async run(world) {
    const { client, processes } = world;
    await processes.start('worker');
    for (let round = world.size(1, 5); round > 0; round--) {
      const already = processes.deaths('api').length;
      if (!already) await processes.start('api');
      const posts = await client.createMany(100, () => ({ dueInMs: 4000 + world.random.between(0, 4000) }), {
        atOnce: 8,
      });
      processes.kill('api');
      await processes.backAgain('api', already + 1);
      await sleep(4000);
      await world.settle();
      await mustEndAs(world, posts, 'published');
    }
  },
};
