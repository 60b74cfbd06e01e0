import type { Fault } from './fault.ts';
import { callsOfEachPost, mustEndAs, mustSay } from './expect.ts';

const KINDS = ['server_error', 'bad_gateway', 'gateway_timeout'] as const;

export const serverErrors: Fault = {
  id: 'F16',
  title: 'The network answers a send with 500, 502 in HTML or 504, having taken the post or not',
  promise:
    'a send answered with a 5xx: the network is asked, and only what it did not accept is sent once more',
  async run(world) {
    const { client, network, processes } = world;
    const [kept, dropped] = [await world.connect('Keeps #lookup'), await world.connect('Drops #lookup')];
    await processes.start('api');
    await processes.start('worker');
    const times = world.size(1, 5);
    // Armed for exactly as many calls as there are posts, so that the second sends meet none.
    const posts = await client.createTogether(KINDS.length * times * 2, (n) => (n % 2 ? kept : dropped));
    for (const kind of KINDS) {
      await network.arm({ kind, times, account: kept.name, taken: true });
      await network.arm({ kind, times, account: dropped.name });
    }
    await world.settle();
    await mustEndAs(world, posts, 'published');
    const ofKept = posts.filter((p) => p.account === kept.account);
    await mustSay(world, ofKept, 'outcome_unknown');
    await mustSay(world, ofKept, 'will_send_again', 0);
    for (const calls of await callsOfEachPost(world, kept.name)) {
      world.must(calls.length === 1, `a post of ${kept.name} was sent ${calls.length} times`);
    }
    // One more send for each that failed. While the circuit is open posts leave one by one, so a second send
    // may meet what was meant for a first.
    const sends = await callsOfEachPost(world, dropped.name);
    world.must(
      sends.flat().length === ofKept.length * 2,
      `${ofKept.length} posts of ${dropped.name} were sent ${sends.flat().length} times`,
    );
    world.must(
      sends.every((calls) => calls.every(({ status }, n) => (status === 201) === (n === calls.length - 1))),
      `a post of ${dropped.name} was sent after it was accepted`,
    );
  },
};
