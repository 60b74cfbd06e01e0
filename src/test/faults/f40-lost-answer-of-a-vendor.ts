import type { Fault as Failure } from '../networks/fault-front.ts';
import type { Fault } from './fault.ts';
import type { Submission } from './client.ts';
import { mustEndAs, mustSay } from './expect.ts';
import { joinThreads, joinX } from './vendor-networks.ts';

/** The network has the post, and its answer arrives in no readable form. */
const LOST: readonly Failure[] = [
  { kind: 'reset_after' },
  { kind: 'garbage_after' },
  { kind: 'truncated_after' },
];

export const lostAnswerOfAVendor: Fault = {
  id: 'F40',
  title: 'X and Threads take posts, and their answers are lost, or are no answers',
  promise:
    'a post that X or Threads has taken without its answer arriving: it is found there, and not sent again',
  async run(world) {
    const { client, processes } = world;
    const networks = [await joinX(world), await joinThreads(world)];
    const env = Object.assign({}, ...networks.map((network) => network.env)) as Record<string, string>;
    await processes.start('api', { env });
    await processes.start('worker', { env });
    const lost: Submission[] = [];
    for (const { on, settings, front, isPublish } of networks) {
      for (const failure of LOST) {
        for (let left = world.size(1, 5); left > 0; left--) {
          front.arm(failure, isPublish);
          lost.push(await client.create({ dueInMs: world.random.between(500, 1500), on, settings }));
        }
      }
    }
    await world.settle();
    await mustEndAs(world, lost, 'published');
    await mustSay(world, lost, 'outcome_unknown');
    for (const { on, front } of networks) {
      world.must(front.disarm() === 0, `not every answer of ${on.name} was lost`);
    }
    // The same networks without a failure: nothing of it is left.
    const after = await Promise.all(
      networks.map(({ on, settings }) => client.create({ dueInMs: 500, on, settings, parts: 2 })),
    );
    await world.settle();
    await mustEndAs(world, after, 'published');
    await mustSay(world, after, 'outcome_unknown', 0);
  },
};
