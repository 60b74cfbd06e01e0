import { expect, it } from '@jest/globals';
import { PUBLISHED, failing } from '../src/test/fake-network.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../src/test/publish-run.ts';
import { describeRuns } from '../src/test/time-skipping.ts';
import { utcMinute } from '../temporal/contract/words.ts';

describeRuns('the query progress of PublishPostWorkflow', (world) => {
  it('has until when a post waits, and which part is next', async () => {
    const run = await world.start([{ inMs: DAY }]);
    expect(await run.progress()).toEqual([
      {
        postId: 'post-1',
        provider: 'mastodon',
        phase: 'waiting',
        due: utcMinute(run.startMs + DAY),
        part: 1,
      },
    ]);
    await run.cancel('post-1');
    await run.result();
  });

  it('follows a thread from part to part', async () => {
    const run = await world.start([{}], {
      'mastodon.publish': [{ status: 'published', url: null, latenessMs: 0, nextDelayMs: HOUR }, PUBLISHED],
    });
    await world.pass(MINUTE);
    const [waiting] = await run.progress();
    expect(waiting).toMatchObject({ phase: 'waiting', part: 2 });
    // The hour begins when the run hears of the first part, a moment after it was published.
    const dueMs = (run.calls[0]?.atMs ?? 0) + HOUR;
    expect([dueMs, dueMs + SECOND].map(utcMinute)).toContain(waiting?.due);
    await run.result();
    expect((await run.progress())[0]).toMatchObject({ phase: 'done', part: 2 });
  });

  it('distinguishes publishing, processing, verifying, needing a person and done', async () => {
    const run = await world.start(
      [{}, { provider: 'bluesky' }, { provider: 'nostr' }, { provider: 'slack' }, { provider: 'discord' }],
      {
        'mastodon.publish': [failing('rateLimited', DAY / 2), PUBLISHED],
        'bluesky.publish': [{ status: 'processing', pollAfterMs: HOUR }],
        'bluesky.poll': [PUBLISHED],
        'nostr.publish': [{ status: 'unknown', verifyAfterMs: HOUR }],
        'nostr.verify': [PUBLISHED],
        'slack.publish': [{ status: 'unconfirmed', reason: 'nobody knows' }, PUBLISHED],
      },
    );
    await world.pass(30 * SECOND);
    expect((await run.progress()).map((t) => [t.provider, t.phase])).toEqual([
      ['mastodon', 'publishing'],
      ['bluesky', 'processing'],
      ['nostr', 'verifying'],
      ['slack', 'needs a decision'],
      ['discord', 'done'],
    ]);
    await run.resolve('post-4', 'published');
    expect((await run.result()).summary).toBe('5 published');
  });
});
