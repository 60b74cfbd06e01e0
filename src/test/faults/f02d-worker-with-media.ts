import { png, upload as uploadTo } from '../factories.ts';
import type { Fault } from './fault.ts';
import { mustEndAs } from './expect.ts';
import type { World } from './world.ts';

/**
 * After a death: heartbeat timeout (8 s), first retry (2 s), and 16 s until a call that may still run is over
 * and the network has settled.
 */
const TAKEOVER_MS = 28_000;

export const workerWithMedia: Fault = {
  id: 'F2d',
  title:
    'SIGKILL of the worker around the note "about to send" of posts with media, which is a statement of its own',
  promise:
    'a worker killed before or after it recorded that a post with a file is about to be sent: the post is published once',
  async run(world) {
    const { client, processes } = world;
    await processes.start('api');
    const points = [
      'publish:after-claim',
      'publish:before-sent',
      'publish:after-sent',
      'publish:after-accepted',
    ] as const;
    for (const faultPoint of world.short ? points.slice(1, 3) : points) {
      const name = `worker-${faultPoint.slice('publish:'.length)}`;
      await processes.start('worker', { faultPoint }, name);
      const media = await Promise.all(Array.from({ length: world.size(4, 15) }, () => upload(world)));
      await Promise.all(
        media.map((file) => client.create({ dueInMs: 2500 + world.random.between(0, 1000), media: [file] })),
      );
      await processes.backAgain(name);
      const back = Date.now();
      world.bound({
        words: `restart + ${TAKEOVER_MS / 1000} s`,
        by: (s) => Math.max(s.dueMs, back) + TAKEOVER_MS,
      });
      await world.settle(120_000);
      await processes.end(name);
    }
    await mustEndAs(world, client.submissions, 'published');
  },
};

async function upload({ instance }: World): Promise<{ id: string; path: string }> {
  const { status, text, body } = await uploadTo<{ id: string; path: string }>(instance, png(), {
    name: 'pixel.png',
    type: 'image/png',
  });
  if (status !== 201) throw new Error(`an upload was answered ${status}: ${text}`);
  return body;
}
