/**
 * Shared by the faults in which a network accepts posts and does not report it: published once, or left to a
 * person once.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { SandboxFaultKind } from '../../../providers/_networks/sandbox/faults.ts';
import { callsOfEachPost, mustEndAs, mustNotify, mustSay } from './expect.ts';
import type { World } from './world.ts';

/**
 * Five posts each to a network that can be asked, one that honours a key, and one with neither; all are
 * accepted, none is answered.
 */
export async function losePosts(
  world: World,
  kind: SandboxFaultKind,
  { watchMs }: { watchMs: number },
): Promise<void> {
  const { client, network, processes } = world;
  const [lookup, key, none] = [
    await world.connect('Lookup #lookup'),
    await world.connect('Key #native_key'),
    await world.connect('Neither #none'),
  ];
  await processes.start('api');
  await processes.start('worker');
  const posts = await client.createTogether(15, (n) => [lookup, key, none][n % 3] ?? none, { msEach: 60 });
  for (const { name } of [lookup, key, none]) await network.arm({ kind, times: 5, account: name });
  const began = Date.now();
  await world.settle();
  await sleep(Math.max(0, watchMs - (Date.now() - began)));
  const postsOf = (account: string): typeof posts => posts.filter((p) => p.account === account);
  await mustEndAs(world, postsOf(lookup.account), 'published');
  await mustEndAs(world, postsOf(key.account), 'published');
  await mustEndAs(world, postsOf(none.account), 'unconfirmed', 'outcome_unknown');
  // With a key the request is repeated, and on a slow machine the repetition may meet the switch of a later
  // post.
  await mustSay(
    world,
    posts.filter((p) => p.account !== key.account),
    'outcome_unknown',
  );
  await mustSay(world, postsOf(none.account), 'unconfirmed');
  await mustNotify(world, postsOf(none.account), 'unconfirmed');
  for (const { name } of [lookup, none]) {
    for (const calls of await callsOfEachPost(world, name)) {
      world.must(calls.length === 1, `a post of ${name} was sent ${calls.length} times`);
    }
  }
}
