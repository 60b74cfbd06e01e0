import type { Fault } from './fault.ts';

export const lostAnswer: Fault = {
  id: 'F19',
  title: 'The network takes the post and never answers, drops the connection, or answers garbage',
  promise: 'a network that accepts a post and loses its answer: the post is found there and not sent again',
  async run(world) {
    const { client, network, processes, random } = world;
    await processes.start('api');
    await processes.start('worker');
    for (const kind of ['lost_answer', 'reset_after', 'garbage'] as const) {
      const times = world.size(2, 20);
      await network.arm({ kind, times });
      for (let i = times; i > 0; i--) {
        await client.create({ dueInMs: random.between(500, 1500), parts: random.pick([1, 1, 2]) });
      }
      // Refused and lost requests in between: these must be sent again.
      await network.arm({ kind: random.pick(['reset_before', 'server_error', 'lost_request']), times: 1 });
    }
  },
};
