import type { Fault } from './fault.ts';
import type { Channel } from './client.ts';
import { callsOfEachPost, eventsOf, mustEndAs } from './expect.ts';
import type { World } from './world.ts';

/** A minute, which Crier waits if the network names no wait. */
const SILENT_MS = 60_000;
/** Between the end of the wait and the send: a task of the queue, a claim, a call. */
const SLACK_MS = 5000;

export const rateLimits: Fault = {
  id: 'F17',
  title: 'The network limits an account: 429 with Retry-After in seconds, as a date, or without',
  promise:
    'a 429: the post waits as long as the network asks, its timeline says so, and other accounts are not delayed',
  async run(world) {
    const { client, network, processes } = world;
    const seconds = world.size(4, 25);
    const limits = [
      ['limited_seconds', 'Seconds #lookup', seconds],
      ['limited_date', 'Date #lookup', seconds],
      ...(world.short ? [] : [['limited_silent', 'Silent #lookup', 50] as const]),
    ] as const;
    const free = await world.connect('Free #lookup');
    const limited: { channel: Channel; waitMs: number }[] = [];
    for (const [kind, name, wait] of limits) {
      limited.push({
        channel: await world.connect(name),
        waitMs: kind === 'limited_silent' ? SILENT_MS : wait * 1000 + 1000,
      });
      await network.arm({ kind, account: name, seconds: wait });
    }
    await processes.start('api');
    await processes.start('worker');
    const perAccount = world.size(3, 10);
    const channels = [free, ...limited.map((l) => l.channel)];
    const posts = await client.createMany(perAccount * channels.length, () => ({
      dueInMs: 2500 + world.random.between(0, 1000),
      on: channels[client.submissions.length % channels.length] as Channel,
    }));
    world.bound({
      words: 'other accounts within 3 s, limited ones within 5 s of the time that the network named',
      by: (s) =>
        s.dueMs +
        (s.account === free.account
          ? 3000
          : (limited.find((l) => l.channel.account === s.account)?.waitMs ?? 0) + SLACK_MS),
    });
    await world.settle();
    await mustEndAs(world, posts, 'published');
    for (const { channel } of limited) await checkWaits(world, channel);
  },
};

/**
 * Every post of a limited account was refused at most once, and few were refused at all: the others know of
 * the limit. Each that waited has one line about it in its timeline.
 */
async function checkWaits(world: World, { name, account }: Channel): Promise<void> {
  const calls = await callsOfEachPost(world, name);
  const patient = calls.every((c) => ['201', '429,201'].includes(c.map((call) => call.status).join()));
  world.must(
    patient,
    `posts of ${name} did not wait as the network asked: ${calls.map((c) => c.map((call) => call.status).join()).join(' ')}`,
  );
  const refused = calls.filter((c) => c.length > 1).length;
  world.must(refused > 0, `no post of ${name} met the limit`);
  const ids = new Set(world.client.submissions.filter((s) => s.account === account).map((s) => s.postId));
  const said = (await eventsOf(world, 'rate_limited')).filter((e) => ids.has(e.postId));
  world.must(
    said.length >= refused &&
      new Set(said.map((e) => e.postId)).size === said.length &&
      said.every((e) => typeof e.detail.until === 'string' && e.detail.reason === 'Slow down (HTTP 429)'),
    `the timelines of ${name} show ${said.length} waits, the network refused ${refused} posts`,
  );
}
