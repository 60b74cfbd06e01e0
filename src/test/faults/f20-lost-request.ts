import type { Fault } from './fault.ts';
import { mustEndAs, mustSayTogether } from './expect.ts';

export const lostRequest: Fault = {
  id: 'F20',
  title: 'The request times out or its connection breaks, and the network never saw it',
  promise: 'a request lost on the way: the network is asked, then the post is published once',
  async run(world) {
    const { client, network, processes } = world;
    const [look, key] = [await world.connect('Look #lookup'), await world.connect('Key #native_key')];
    await processes.start('api');
    await processes.start('worker');
    const times = world.size(2, 10);
    const posts = await client.createTogether(times * 4, (n) => (n % 2 ? key : look));
    for (const { name } of [look, key]) {
      for (const kind of ['lost_request', 'reset_before'] as const) {
        await network.arm({ kind, times, account: name });
      }
    }
    await world.settle();
    await mustEndAs(world, posts, 'published');
    await mustSayTogether(world, posts, 'outcome_unknown');
    await mustSayTogether(world, posts, 'will_send_again');
  },
};
