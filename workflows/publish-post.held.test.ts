import { describe, expect, it } from '@jest/globals';
import { PUBLISHED, failing } from '../src/test/fake-network.ts';
import { DAY, HOUR, MINUTE, SECOND, dueAfter, refusal, type StartedRun } from '../src/test/publish-run.ts';
import { describeRuns } from '../src/test/time-skipping.ts';
import type { PartOutcome } from '../temporal/contract/publish-post.ts';

const HELD = {
  status: 'held',
  reason: 'channel',
  waitMs: 6 * HOUR,
  revision: 1,
} as const satisfies PartOutcome;
const FROZEN = { ...HELD, reason: 'frozen' } as const satisfies PartOutcome;
const MISSED = {
  status: 'missed',
  reason: 'Longer ago than this organisation lets a post be late',
} as const satisfies PartOutcome;
const UNCONFIRMED = {
  status: 'unconfirmed',
  reason: 'The network offers no way to look the post up',
} as const satisfies PartOutcome;

describeRuns('PublishPostWorkflow and what must not be sent now', (world) => {
  const sends = (run: StartedRun): number =>
    run.callNames().filter((name) => name === 'mastodon.publish').length;

  describe('a held post', () => {
    it('waits and is found as held; after a wake-up it is published at once', async () => {
      const run = await world.start([{}], { 'mastodon.publish': [HELD, PUBLISHED] });
      await world.pass(HOUR);
      expect((await run.progress())[0]?.phase).toBe('held');
      expect(await run.postState()).toBe('held');
      expect(sends(run)).toBe(1);
      await run.wake('post-1');
      expect((await run.result()).summary).toBe('1 published');
      expect(dueAfter(run, 1)).toBeLessThan(2 * HOUR);
      expect(await run.postState()).toBeUndefined();
    });

    it('can be found as frozen when that is the reason', async () => {
      const run = await world.start([{}], { 'mastodon.publish': [FROZEN, PUBLISHED] });
      await world.pass(MINUTE);
      expect(await run.postState()).toBe('frozen');
      await run.wake('post-1');
      await run.result();
    });

    it('is checked every few hours even if nothing wakes it', async () => {
      const run = await world.start([{}], { 'mastodon.publish': [HELD, HELD, PUBLISHED] });
      await run.result();
      expect(dueAfter(run, 1)).toBeGreaterThanOrEqual(6 * HOUR);
      expect(dueAfter(run, 2)).toBeGreaterThanOrEqual(12 * HOUR);
    });

    it('does not wait when it was woken while its activity was about to report it as held', async () => {
      const run: StartedRun = await world.start([{}], {
        'mastodon.publish': [async () => (await run.wake('post-1'), HELD), PUBLISHED],
      });
      expect((await run.result()).summary).toBe('1 published');
      expect(dueAfter(run, 1)).toBeLessThan(HOUR);
    });

    it('does not delay the other post of the request', async () => {
      const run = await world.start([{}, { inMs: DAY, provider: 'bluesky' }], {
        'mastodon.publish': [{ ...HELD, waitMs: 30 * DAY }, PUBLISHED],
      });
      await world.pass(2 * DAY);
      expect(run.callNames()).toEqual(['mastodon.publish', 'bluesky.publish']);
      await run.wake('post-1');
      expect((await run.result()).summary).toBe('2 published');
    });

    it('continues in the middle of a thread with the part that is left', async () => {
      const run = await world.start([{}], {
        'mastodon.publish': [{ ...PUBLISHED, nextDelayMs: 0 }, HELD, PUBLISHED],
      });
      await world.pass(HOUR);
      await run.wake('post-1');
      await run.result();
      expect(run.callNames()).toEqual(['mastodon.publish', 'mastodon.publish 2', 'mastodon.publish 2']);
    });

    it('waits for its new date when it is moved', async () => {
      const run = await world.start([{}], { 'mastodon.publish': [HELD, PUBLISHED] });
      await world.pass(HOUR);
      await run.reschedule('post-1', 3 * DAY, 2);
      expect((await run.progress())[0]?.phase).toBe('waiting');
      await run.result();
      expect(dueAfter(run, 1)).toBeGreaterThanOrEqual(3 * DAY);
    });

    it('ends when it is cancelled', async () => {
      const run = await world.start([{}], { 'mastodon.publish': [HELD] });
      await world.pass(HOUR);
      await run.cancel('post-1', 2);
      expect((await run.result()).summary).toBe('1 cancelled');
      expect(sends(run)).toBe(1);
    });

    it('ends as missed when it is too late', async () => {
      const run = await world.start([{}], { 'mastodon.publish': [{ ...HELD, waitMs: HOUR }, MISSED] });
      expect((await run.result()).summary).toBe('1 missed');
      expect(await run.postState()).toBe('missed');
    });
  });

  it('a wake-up must be for a post of the run that has not ended; a post that is not held continues as before', async () => {
    const run = await world.start([{ inMs: DAY }, { provider: 'bluesky' }]);
    await world.pass(MINUTE);
    expect(await refusal(run.wake('post-of-another'))).toBe('UnknownPost');
    expect(await refusal(run.wake('post-2'))).toBe('AlreadyFinished');
    expect(await refusal(run.wake('post-1'))).toBe('accepted');
    await run.result();
    expect(dueAfter(run, 1)).toBeGreaterThanOrEqual(DAY);
  });

  describe("a post that waits for a person's decision", () => {
    const undecided = {
      'mastodon.publish': [{ status: 'unknown', verifyAfterMs: 15 * SECOND } as const, PUBLISHED],
      'mastodon.verify': [UNCONFIRMED],
    };

    it('is sent again when its row is scheduled again', async () => {
      const run = await world.start([{}], undecided);
      await world.pass(HOUR);
      expect((await run.progress())[0]?.phase).toBe('needs a decision');
      await run.reschedule('post-1', HOUR, 2);
      expect((await run.result()).summary).toBe('1 published');
      expect(sends(run)).toBe(2);
    });

    it('ends when its row has ended', async () => {
      const run = await world.start([{}], {
        ...undecided,
        'mastodon.publish': [
          undecided['mastodon.publish'][0] as PartOutcome,
          { status: 'failed', reason: 'A person decided not to send it again' },
        ],
      });
      await world.pass(HOUR);
      await run.cancel('post-1', 2);
      expect((await run.result()).summary).toBe('1 failed');
    });

    it.each([
      ['sent again', (run: StartedRun) => run.reschedule('post-1', 0, 2), PUBLISHED, '1 published'],
      ['out', (run: StartedRun) => run.resolve('post-1', 'published'), PUBLISHED, '1 published'],
      [
        'left',
        (run: StartedRun) => run.cancel('post-1', 2),
        { status: 'failed', reason: 'Left' } as const,
        '1 failed',
      ],
    ])(
      'is not asked about again when it was resolved as %s while its activity was about to ask',
      async (_, decide, then, summary) => {
        const run: StartedRun = await world.start([{}], {
          ...undecided,
          'mastodon.publish': [undecided['mastodon.publish'][0] as PartOutcome, then],
          'mastodon.verify': [async () => (await decide(run), UNCONFIRMED)],
        });
        expect((await run.result()).summary).toBe(summary);
        expect(await run.postState()).toBe(summary === '1 failed' ? 'failed' : undefined);
      },
    );
  });

  it('a post that is late for another reason is tried as usual', async () => {
    const run = await world.start([{ inMs: -2 * DAY }], {
      'mastodon.publish': [failing('unsent'), PUBLISHED],
    });
    expect((await run.result()).summary).toBe('1 published');
  });
});
