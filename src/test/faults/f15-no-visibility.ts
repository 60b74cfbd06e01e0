import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from './fault.ts';
import { mustEndAs } from './expect.ts';

export const noVisibility: Fault = {
  id: 'F15',
  title: 'Temporal cannot list its runs: the visibility database takes no connection',
  promise: 'no list of runs at all: posts are taken, changed, cancelled and published as ever',
  breaksServers: true,
  async run(world) {
    const { client, processes, random } = world;
    await processes.start('api');
    await processes.start('worker');
    const each = world.size(5, 50);
    const before = await client.createMany(each * 3, () => ({ dueInMs: 600_000 }));
    await world.stack().setVisibility(false);
    try {
      const meanwhile = await client.createMany(each * 3, () => ({ dueInMs: 600_000 }));
      const posts = [...before, ...meanwhile];
      const cancelled = posts.filter((_, n) => n % 3 === 0);
      const edited = posts.filter((_, n) => n % 3 === 1);
      const told = [
        ...(await Promise.all(cancelled.map((s) => client.cancel(s)))),
        ...(await Promise.all(edited.map((s) => client.edit(s)))),
        ...(await Promise.all(posts.filter((_, n) => n % 3).map((s) => client.move(s, random.between(2000, 8000) - 600_000)))),
      ];
      world.must(told.every((t) => t === 200), `without the list, changes were answered ${[...new Set(told)].join(', ')}`);
      world.bound({ words: 'within 5 s, list or not', by: (s) => s.dueMs + 5000 });
      await sleep(9000 + world.size(0, 20_000));
      await mustEndAs(world, cancelled, 'cancelled');
      await mustEndAs(world, posts.filter((_, n) => n % 3), 'published');
    } finally {
      await world.stack().setVisibility(true);
    }
  },
};
