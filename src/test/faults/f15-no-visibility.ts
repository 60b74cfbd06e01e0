import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '../instance.ts';
import type { Submission, Answer } from './client.ts';
import type { Fault } from './fault.ts';
import { mustEndAs } from './expect.ts';

export const noVisibility: Fault = {
  id: 'F15',
  title: 'Temporal cannot list its runs: the visibility database takes no connection',
  promise: 'no list of runs at all: posts are created, changed, cancelled and published as usual',
  breaksServers: true,
  async run(world) {
    const { client, processes, random } = world;
    await processes.start('api');
    await processes.start('worker');
    const each = world.size(5, 50);
    const began = Date.now();
    const before = await client.createMany(each * 3, () => ({ dueInMs: 600_000 }));
    await world.stack().setVisibility(false);
    try {
      const meanwhile = await client.createMany(each * 3, () => ({ dueInMs: 600_000 }));
      const posts = [...before, ...meanwhile];
      const cancelled = posts.filter((_, n) => n % 3 === 0);
      const statuses = await forEach(posts, async (s, n) => [
        ...(n % 3 === 0 ? [await retryWhileBusy(() => client.cancel(s))] : []),
        ...(n % 3 === 1 ? [await retryWhileBusy(() => client.edit(s))] : []),
        ...(n % 3
          ? [
              await retryWhileBusy(() =>
                client.move(s, random.between(4000, 20_000) - 600_000 + Date.now() - began),
              ),
            ]
          : []),
      ]);
      world.must(
        statuses.every((t) => t === 200),
        `without the list, changes were answered ${[...new Set(statuses)].join(', ')}`,
      );
      world.bound({ words: 'within 5 s, list or not', by: (s) => s.dueMs + 5000 });
      await eventually(
        'what was moved is published',
        async () => (await world.network.ledger()).length >= posts.length - cancelled.length,
        60_000,
      ).catch((error: Error) => world.must(false, error.message));
      await sleep(world.size(1000, 20_000));
      await mustEndAs(world, cancelled, 'cancelled');
      await mustEndAs(
        world,
        posts.filter((_, n) => n % 3),
        'published',
      );
    } finally {
      await world.stack().setVisibility(true);
    }
  },
};

/** Eight at a time, in order. */
async function forEach(
  posts: readonly Submission[],
  change: (submission: Submission, index: number) => Promise<Answer[]>,
): Promise<Answer[]> {
  const statuses: Answer[] = [];
  const waiting = [...posts.entries()];
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      statuses.push(...(await change(next[1], next[0])));
    }
  };
  await Promise.all(Array.from({ length: 8 }, work));
  return statuses;
}

/** A busy instance may answer 503; a client asks again then. */
async function retryWhileBusy(change: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 0; ; tries++) {
    const status = await change();
    if (status !== 503 || tries === 5) return status;
    await sleep(500);
  }
}
