import { eventually } from '../instance.ts';
import type { Fault as Failure } from '../networks/fault-front.ts';
import type { Reddit } from '../networks/reddit/server.ts';
import type { Fault } from './fault.ts';
import { mustEndAs } from './expect.ts';
import { PLACES, joinReddit, type VendorNetwork } from './vendor-networks.ts';
import type { World } from './world.ts';

/** Until the call of a dead worker is certainly over, and Reddit has settled (providers/reddit). */
const CALL_IS_OVER_MS = 8 * 60_000;

export const workerBetweenSubreddits: Fault = {
  id: 'F45',
  title:
    'SIGKILL of the worker while posts go to two subreddits, the second of which does not answer; a call to Reddit may take four minutes',
  promise:
    'a worker killed between two submissions of a post, on a network whose calls may last for minutes: each subreddit has each post once, and nobody is asked',
  async run(world) {
    const reddit = await joinReddit(world);
    await world.processes.start('api', { env: reddit.env });
    await world.processes.start('worker', { env: reddit.env });
    // Taken without an answer: found at the next look. Never arrived: sent when the call is certainly over.
    await dieDuringTheSecond(world, reddit, { kind: 'hang_after' });
    if (world.size(0, 1)) await dieDuringTheSecond(world, reddit, { kind: 'hang_before' });
  },
};

async function dieDuringTheSecond(
  world: World,
  { server, front, isPublish, on, settings }: VendorNetwork<Reddit>,
  failure: Failure,
): Promise<void> {
  const { client, processes } = world;
  const deaths = processes.deaths('worker').length;
  let calls = 0;
  front.arm(failure, (request) => isPublish(request) && ++calls === 2);
  const post = await client.create({ dueInMs: 500, on, settings });
  await eventually('the second submission is under way', async () => calls >= 2, 60_000);
  processes.kill('worker');
  await processes.backAgain('worker', deaths + 1);
  await world.settle(CALL_IS_OVER_MS);
  await mustEndAs(world, [post], 'published');
  for (const place of PLACES) {
    const there = server
      .entries()
      .filter((e) => e.subreddit === place && e.text.startsWith(`[${post.token}/`));
    world.must(
      there.length === 1,
      `r/${place} has ${post.token} ${there.length} times after ${failure.kind}`,
    );
  }
}
