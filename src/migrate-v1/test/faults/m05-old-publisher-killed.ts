import { setTimeout as sleep } from 'node:timers/promises';
import { untilSent } from './old-instance.ts';
import { breaking } from './scene.ts';

export const oldPublisherKilled = breaking({
  id: 'M5',
  title:
    'What publishes in v1 is killed after it has sent a post and before it has noted that, just before v1 is stopped',
  promise:
    'v1 dies between sending and noting: the post is found on the network or asked about, and not sent again',
  async cuttingOver({ old, world, operator, inPhase }) {
    await untilSent(old, old.sent() + 1);
    old.publisher().kill();
    await inPhase('waiting', async () => {
      // It is started again as its container is: what is stopped it leaves alone.
      await old.restartPublisher();
      await sleep(world.random.between(0, 1000));
    });
    world.note(`v1 was started again after it was stopped (${operator.by})`);
  },
});
