import { eventually } from '../instance.ts';
import { startReceiver } from '../webhook-receiver.ts';
import { mustEndAs } from './expect.ts';
import type { Fault } from './fault.ts';

interface Event {
  readonly type: string;
  readonly sequence: number;
  readonly data: {
    readonly post: {
      readonly id: string;
      readonly releaseURL: string | null;
      readonly publishedAt: string | null;
    };
  };
}

export const webhookReceiver: Fault = {
  id: 'F49',
  title:
    'A receiver of webhooks fails, dies after taking an event and gets another secret, while workers and API die',
  promise: 'webhooks: every event arrives at least once, signed, and its number shows which ones are missing',
  async run(world) {
    const { client, processes, instance, random } = world;
    const receiver = await startReceiver();
    world.atEnd(() => receiver.stop());
    await processes.start('api');
    await processes.start('worker');
    const made = await instance.call<{ id: string; secret: string }>('POST', '/webhooks', {
      body: { url: receiver.url, events: ['post.scheduled', 'post.published'] },
    });
    receiver.secret = made.body.secret;
    // Once at most: the second try comes after five seconds, the third after half a minute.
    const failed = new Set<string>();
    receiver.answer = () => {
      const id = receiver.received.at(-1)?.id ?? '';
      if (failed.has(id) || random.between(0, 2) === 0) return { status: 204 };
      failed.add(id);
      return random.between(0, 1) === 0 ? { status: 500 } : null;
    };
    const posts = await client.createMany(world.size(20, 100), () => ({
      dueInMs: 2000 + random.between(0, 4000),
    }));
    processes.kill('worker');
    await instance.call('POST', `/webhooks/${made.body.id}/secret`);
    processes.kill('api');
    await world.settle();
    await mustEndAs(world, posts, 'published');
    const eventsOf = (postId: string | null): Event[] =>
      receiver.received.map(({ body }) => body as Event).filter(({ data }) => data.post.id === postId);
    await eventually(
      'every event has arrived',
      () =>
        Promise.resolve(
          posts.every(({ postId }) => new Set(eventsOf(postId).map(({ type }) => type)).size === 2),
        ),
      120_000,
    );
    world.must(
      receiver.received.every(({ verified }) => verified),
      'a request was not signed with the secret that the receiver has',
    );
    const numbered = posts.every(({ postId }) =>
      eventsOf(postId).every(({ type, sequence }) => sequence === (type === 'post.scheduled' ? 1 : 2)),
    );
    world.must(numbered, 'the number of an event is wrong');
    const whole = posts.every(({ postId }) =>
      eventsOf(postId).every(({ type, data: { post } }) =>
        type === 'post.published' ? post.releaseURL && post.publishedAt : !post.releaseURL,
      ),
    );
    world.must(whole, 'an event of a published post lacks its URL or its time');
    world.note(
      `${receiver.received.length} requests for ${posts.length * 2} events, ${failed.size} failed once`,
    );
  },
};
