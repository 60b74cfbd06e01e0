/** Shared by the faults that kill the API in the middle of a create request. */
import type { FaultPointName } from '../../platform/fault-point.ts';
import type { Statement } from '../../platform/database.ts';
import type { World } from './world.ts';

const COUNT: Statement = { name: 'faults-count', text: 'select count(*)::int as posts from post' };

/**
 * Clients create posts while the API is killed at the fault point; each repeats its request until it gets an
 * answer.
 */
export async function killApiAt(
  world: World,
  faultPoint: FaultPointName,
  { storedBeforeDeath }: { storedBeforeDeath: boolean },
): Promise<void> {
  const { client, processes } = world;
  const kills = world.size(1, 4);
  await processes.start('worker');
  await processes.start('api', { faultPoint, kills });
  const killed = await client.create({ dueInMs: world.random.between(1000, 6000) });
  world.must(killed.attempts > 1, 'the first request was answered although the API was to die in it');
  world.must(killed.ids.length === 1, 'the repeated request was answered more than once');
  for (let i = world.size(4, 30); i > 0; i--) await client.create({ dueInMs: world.random.between(0, 4000) });
  const rows = (await world.instance.context.database.query<{ posts: number }>(COUNT))[0]?.posts ?? 0;
  world.must(
    rows === client.submissions.length,
    `${client.submissions.length} requests with keys of their own became ${rows} posts`,
  );
  if (storedBeforeDeath) await checkReplay(world);
  world.must(
    processes.deaths('api').length === kills,
    `the API was to die ${kills} times at ${faultPoint} and died ${processes.deaths('api').length} times`,
  );
}

/** After any answer, the same request with the same key gets it again. */
async function checkReplay({ client, must }: World): Promise<void> {
  for (const submission of client.submissions) {
    must(
      (await client.again(submission)) === 201,
      `${submission.token}: the request with the same key was not answered 201`,
    );
    must(
      new Set(submission.ids).size === 1,
      `${submission.token}: the same key gave the ids ${submission.ids.join(', ')}`,
    );
  }
}
