import { setTimeout as sleep } from 'node:timers/promises';
import type { Submission, Answer } from './client.ts';
import type { Fault } from './fault.ts';
import type { World } from './world.ts';

const STATE = { name: 'faults-state', text: 'select state, revision from post where id = $1' };

export const raceWithDate: Fault = {
  id: 'F29',
  title: 'DELETE and PATCH race with the due second',
  promise:
    'a delete or an edit that races with the due second: it wins or it is refused, and the network agrees',
  async run(world) {
    const { client, processes, random } = world;
    await processes.start('api');
    await processes.start('worker');
    const count = world.size(100, 1000);
    const races: Promise<() => Promise<void>>[] = [];
    for (let i = 0; i < count; i++) {
      const submission = await client.create({ dueInMs: 1500 + random.between(0, 500) });
      races.push(
        race(world, submission, {
          kind: random.pick(['delete', 'delete', 'edit', 'move']),
          offsetMs: random.between(-150, 250),
        }),
      );
      await sleep(random.between(10, 40));
    }
    const checks = await Promise.all(races);
    await world.settle();
    for (const check of checks) await check();
  },
};

/**
 * Sends the change near the date; the result checks, once nothing moves any more, that answer and row agree.
 */
async function race(
  world: World,
  submission: Submission,
  { kind, offsetMs }: { kind: 'delete' | 'edit' | 'move'; offsetMs: number },
): Promise<() => Promise<void>> {
  const { client } = world;
  const { dueMs } = submission;
  await sleep(Math.max(0, dueMs + offsetMs - Date.now()));
  const status: Answer =
    kind === 'delete'
      ? await client.cancel(submission)
      : kind === 'edit'
        ? await client.edit(submission)
        : await client.move(submission, 3000);
  return async () => {
    const [row] = await world.instance.context.database.query<{ state: string; revision: number }>(STATE, [
      submission.postId,
    ]);
    const expected =
      status === 200 ? (kind === 'delete' ? ['cancelled', 'published'] : ['published']) : ['published'];
    world.must(
      status === 200 || status === 409,
      `${kind} of ${submission.token} ${offsetMs} ms from its date was answered ${status}`,
    );
    world.must(
      expected.includes(row?.state ?? ''),
      `${kind} of ${submission.token} was answered ${status} and the post is ${row?.state}`,
    );
    world.must(
      row?.revision === (status === 200 ? 2 : 1),
      `${kind} of ${submission.token} was answered ${status} and the row is at revision ${row?.revision}`,
    );
  };
}
