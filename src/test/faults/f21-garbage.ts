import type { Fault } from './fault.ts';
import { eventsOf, mustEndAs } from './expect.ts';

const KINDS = ['garbage', 'truncated', 'huge', 'wrong_charset', 'drip'] as const;
/**
 * How much the worker may grow while it reads huge invalid answers: as many at a time as it publishes, each
 * cut off at 5 MiB.
 */
const GROWTH_MB = 200;

export const garbage: Fault = {
  id: 'F21',
  title:
    'The network answers HTML with 200, half a JSON document, 10 MB, another charset, or a byte at a time',
  promise:
    'an answer that cannot be read: the network is asked, memory stays bounded, and the timeline says what arrived',
  async run(world) {
    const { client, network, processes } = world;
    const [kept, dropped] = [await world.connect('Keeps #lookup'), await world.connect('Drops #lookup')];
    await processes.start('api');
    await processes.start('worker');
    // The first post loads what every publish needs, so that the growth comes from the answers.
    await client.create({ dueInMs: 100, on: kept });
    await world.settle();
    const before = processes.memory('worker');
    const times = world.size(1, 10);
    const posts = await client.createTogether((KINDS.length + 1) * times * 2, (n) =>
      n % 2 ? kept : dropped,
    );
    for (const kind of KINDS) {
      for (const [channel, taken] of [
        [kept, true],
        [dropped, false],
      ] as const) {
        await network.arm({ kind, times: kind === 'huge' ? times * 2 : times, account: channel.name, taken });
      }
    }
    await world.settle();
    await mustEndAs(world, posts, 'published');
    // One for each answer that was damaged. While the circuit is open posts leave one by one, so a second
    // send may meet what was meant for a first.
    const unknown = await eventsOf(world, 'outcome_unknown');
    world.must(
      unknown.length === posts.length,
      `${posts.length} answers were spoilt, and the timelines show ${unknown.length}`,
    );
    const reasons = [...new Set(unknown.map((e) => String(e.detail.reason)))];
    for (const reason of reasons) {
      world.must(
        reason.length < 300 && !/[<>{}\p{Cc}\uFFFD]/u.test(reason),
        `nobody can read this reason: ${reason.slice(0, 300)}`,
      );
    }
    world.note(`reasons: ${reasons.join(' | ')}`);
    const after = processes.memory('worker');
    if (before && after) {
      world.note(
        `worker ${before.nowMb.toFixed(0)} MB before, at most ${after.peakMb.toFixed(0)} MB, ${after.nowMb.toFixed(0)} MB after`,
      );
    }
    world.must(
      !before || !after || after.peakMb - before.nowMb < GROWTH_MB,
      `the worker grew from ${before?.nowMb.toFixed(0)} MB to ${after?.peakMb.toFixed(0)} MB`,
    );
  },
};
