import { describe, expect, it } from '@jest/globals';
import { PUBLISHED, failing, type Plan } from '../src/test/fake-network.ts';
import { DAY, HOUR, MINUTE, SECOND, dueAfter, type StartedRun } from '../src/test/publish-run.ts';
import { describeRuns } from '../src/test/time-skipping.ts';
import type { PartOutcome } from '../temporal/contract/publish-post.ts';

const UNKNOWN: PartOutcome = { status: 'unknown', verifyAfterMs: 15 * SECOND };
const RETRY: PartOutcome = { status: 'retry' };
const FAILED: PartOutcome = { status: 'failed', reason: 'Text is too long' };

/** The wait before each call but the first. */
const waits = (run: StartedRun): number[] =>
  run.calls.slice(1).map((call, i) => call.atMs - (run.calls[i]?.atMs ?? 0));

/** The waits before sending a lost post again, in minutes. */
const resendWaits = async (run: StartedRun): Promise<number[]> =>
  (await run.timers())
    .filter((t) => t.summary === 'before sending a lost post again')
    .map((t) => t.ms / MINUTE);

describeRuns('PublishPostWorkflow and the answers of networks', (world) => {
  describe('a network that cannot be reached', () => {
    it('is retried after 2, 4, 8 … seconds, at most every half minute', async () => {
      const run = await world.start([{}], {
        'mastodon.publish': [...Array.from({ length: 7 }, () => failing('unsent')), PUBLISHED],
      });
      expect((await run.result()).summary).toBe('1 published');
      [2, 4, 8, 16, 30, 30, 30].forEach((seconds, i) =>
        expect(waits(run)[i]).toBeGreaterThanOrEqual(seconds * SECOND),
      );
      expect(run.calls.map((c) => c.attempt)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
      expect(await run.postState()).toBeUndefined();
    });

    it('is given up after a day, and the ledger decides what that means', async () => {
      const run = await world.start([{}], {
        'mastodon.publish': [failing('unsent', 5 * HOUR)],
        giveUp: [{ status: 'failed', reason: 'The network could not be reached in time' }],
      });
      const result = await run.result();
      expect(result.summary).toBe('1 failed');
      expect(result.targets[0]?.reason).toBe('The network could not be reached in time');
      expect(run.callNames().at(-1)).toBe('giveUp');
      expect(run.callNames()).toHaveLength(6);
      expect(await run.lastedMs()).toBeLessThan(DAY + MINUTE);
    });

    it('that limits its callers is called again at the time it named, not before', async () => {
      const run = await world.start([{}], {
        'mastodon.publish': [failing('rateLimited', 3 * HOUR + 7 * SECOND), PUBLISHED],
      });
      expect((await run.result()).summary).toBe('1 published');
      expect(waits(run)[0]).toBeGreaterThanOrEqual(3 * HOUR + 7 * SECOND);
      expect(waits(run)[0]).toBeLessThan(3 * HOUR + 17 * SECOND);
    });

    it('delays only its own post', async () => {
      const run = await world.start([{}, { provider: 'bluesky' }], {
        'mastodon.publish': [failing('rateLimited', 3 * HOUR), PUBLISHED],
      });
      await world.pass(MINUTE);
      expect((await run.progress()).map((t) => t.phase)).toEqual(['publishing', 'done']);
      expect((await run.result()).summary).toBe('2 published');
    });
  });

  describe('an unknown outcome', () => {
    it('is looked up after the network has settled; a post that is there is published, sent once', async () => {
      const run = await world.start([{}], { 'mastodon.publish': [UNKNOWN], 'mastodon.verify': [PUBLISHED] });
      expect((await run.result()).summary).toBe('1 published');
      expect(run.callNames()).toEqual(['mastodon.publish', 'mastodon.verify']);
      expect(await run.timers()).toEqual([
        { ms: 15 * SECOND, summary: 'let the network settle before looking' },
      ]);
    });

    it('is looked up again while the network does not know', async () => {
      const run = await world.start([{}], {
        'mastodon.publish': [UNKNOWN],
        'mastodon.verify': [failing('stillUnknown'), failing('stillUnknown', 40 * SECOND), PUBLISHED],
      });
      expect((await run.result()).summary).toBe('1 published');
      expect(run.callNames().filter((name) => name === 'mastodon.publish')).toHaveLength(1);
      expect(waits(run)[2]).toBeGreaterThanOrEqual(40 * SECOND);
    });

    it('is looked up again when the look asks for it, by a timer of the run, any number of times', async () => {
      const look = (seconds: number): PartOutcome => ({ status: 'look', lookAfterMs: seconds * SECOND });
      const run = await world.start([{}], {
        'mastodon.publish': [UNKNOWN],
        'mastodon.verify': [...[5, 10, 20, 40, 0, 80, 160, 240, 300, 300, 300].map(look), PUBLISHED],
      });
      expect((await run.result()).summary).toBe('1 published');
      expect(run.callNames().filter((name) => name === 'mastodon.publish')).toHaveLength(1);
      expect((await run.timers()).slice(1).map(({ ms }) => ms / SECOND)).toEqual([
        5, 10, 20, 40, 80, 160, 240, 300, 300, 300,
      ]);
    });

    it('is looked up at once when the answer comes late and the row shows it', async () => {
      const run = await world.start([{}], {
        'mastodon.publish': [UNKNOWN],
        'mastodon.verify': [{ status: 'look', lookAfterMs: HOUR }, PUBLISHED],
        readTarget: [{ status: 'waits', provider: 'mastodon', revision: 1, part: 0, waitMs: 0 }],
      });
      await world.pass(MINUTE);
      expect((await run.progress()).map((t) => t.phase)).toEqual(['verifying']);
      await run.changed('post-1');
      expect((await run.result()).summary).toBe('1 published');
      expect(await run.lastedMs()).toBeLessThan(HOUR);
    });

    it('of a post that is certainly not there allows one more send, at once', async () => {
      const run = await world.start([{}], {
        'mastodon.publish': [UNKNOWN, PUBLISHED],
        'mastodon.verify': [RETRY],
      });
      expect((await run.result()).summary).toBe('1 published');
      expect(run.callNames()).toEqual(['mastodon.publish', 'mastodon.verify', 'mastodon.publish']);
      expect(await run.timers()).toHaveLength(1);
    });

    it('of sends that are lost repeatedly makes the waits longer', async () => {
      const run = await world.start([{}], {
        'mastodon.publish': [UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, PUBLISHED],
        'mastodon.verify': [RETRY],
      });
      expect((await run.result()).summary).toBe('1 published');
      expect(await resendWaits(run)).toEqual([1, 2, 4]);
    });
  });

  describe('a network that processes a post after accepting it', () => {
    it('is asked after its wait until the post is there', async () => {
      const run = await world.start([{}], {
        'mastodon.publish': [{ status: 'processing', pollAfterMs: 20 * SECOND }],
        'mastodon.poll': [failing('stillProcessing'), failing('stillProcessing', MINUTE), PUBLISHED],
      });
      expect((await run.result()).summary).toBe('1 published');
      expect(run.callNames()).toEqual([
        'mastodon.publish',
        'mastodon.poll',
        'mastodon.poll',
        'mastodon.poll',
      ]);
      expect(await run.timers()).toEqual([{ ms: 20 * SECOND, summary: 'the network processes the post' }]);
      expect(waits(run)[2]).toBeGreaterThanOrEqual(MINUTE);
    });

    it('can refuse it in the end', async () => {
      const run = await world.start([{}], {
        'mastodon.publish': [{ status: 'processing', pollAfterMs: SECOND }],
        'mastodon.poll': [{ status: 'failed', reason: 'The video is broken' }],
      });
      expect((await run.result()).targets[0]).toMatchObject({
        outcome: 'failed',
        reason: 'The video is broken',
      });
    });
  });

  describe('a run ends', () => {
    it("with the network's message when it refuses, and is found as failed", async () => {
      const run = await world.start([{}], { 'mastodon.publish': [FAILED] });
      expect(await run.result()).toEqual({
        summary: '1 failed',
        targets: [
          {
            postId: 'post-1',
            provider: 'mastodon',
            outcome: 'failed',
            url: null,
            latenessMs: null,
            reason: 'Text is too long',
          },
        ],
      });
      expect(await run.postState()).toBe('failed');
      expect(dueAfter(run)).toBeLessThan(MINUTE);
    });

    it('with a thread of which only the first part is published', async () => {
      const run = await world.start([{}], {
        'mastodon.publish': [
          { status: 'published', url: 'https://network.test/first', latenessMs: 0, nextDelayMs: 0 },
          { status: 'partly_published', reason: 'Text is too long' },
        ],
      });
      const result = await run.result();
      expect(result.summary).toBe('1 partly published');
      expect(result.targets[0]?.url).toBe('https://network.test/first');
      expect(await run.postState()).toBe('partly_published');
    });

    it('with one failed post beside a published one: each has its own result', async () => {
      const run = await world.start([{}, { provider: 'bluesky' }, { provider: 'nostr' }], {
        'mastodon.publish': [FAILED],
      });
      const result = await run.result();
      expect(result.summary).toBe('1 failed, 2 published');
      expect(result.targets.map((t) => t.outcome)).toEqual(['failed', 'published', 'published']);
      expect(await run.postState()).toBe('failed');
    });

    it('as cancelled, and leaves the rows alone, when an operator cancels it in Temporal', async () => {
      const run: StartedRun = await world.start([{}, { provider: 'bluesky', inMs: DAY }], {
        'mastodon.publish': [async () => (await run.handle.cancel(), PUBLISHED)],
      });
      await expect(run.result()).rejects.toThrow('Workflow execution cancelled');
      expect(run.callNames()).toEqual(['mastodon.publish']);
    });
  });
});

const LOSING: Plan = {
  'mastodon.publish': [UNKNOWN],
  'mastodon.verify': [RETRY],
  giveUp: [{ status: 'failed', reason: 'The network could not be reached in time' }],
};

describeRuns(
  'a network that loses every post',
  (world) => {
    it('is given up after thirty sends in about a day, and the ledger decides what that means', async () => {
      const run = await world.start([{}], LOSING, 5000);
      expect((await run.result()).summary).toBe('1 failed');
      expect(run.callNames().filter((name) => name === 'mastodon.publish')).toHaveLength(30);
      expect((await resendWaits(run)).slice(0, 9)).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60]);
      expect(await run.lastedMs()).toBeGreaterThan(22 * HOUR);
      expect(await run.lastedMs()).toBeLessThan(25 * HOUR);
    });

    it('is given up after as many when its run continues as a new one in between', async () => {
      const run = await world.start([{}], LOSING, 100);
      while (run.callNames().at(-1) !== 'giveUp') await world.pass(HOUR);
      expect((await run.result()).summary).toBe('1 failed');
      expect((await run.handle.describe()).runId).not.toBe(run.handle.firstExecutionRunId);
      expect(run.callNames().filter((name) => name === 'mastodon.publish')).toHaveLength(30);
    });
  },
  { 'with a worker that remembers its runs': 50 },
);
