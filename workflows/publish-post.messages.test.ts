import { describe, expect, it } from '@jest/globals';
import { PUBLISHED } from '../src/test/fake-network.ts';
import { DAY, HOUR, MINUTE, SECOND, dueAfter, refusal, type StartedRun } from '../src/test/publish-run.ts';
import { describeRuns } from '../src/test/time-skipping.ts';
import { utcMinute } from '../temporal/contract/words.ts';

describeRuns('PublishPostWorkflow and its messages', (world) => {
  describe('a run is notified of a new date', () => {
    it('earlier: it publishes at the earlier date', async () => {
      const run = await world.start([{ inMs: 10 * DAY }]);
      await run.reschedule('post-1', DAY, 2);
      await run.result();
      expect(run.callNames()).toEqual(['mastodon.publish']);
      expect(dueAfter(run)).toBeGreaterThanOrEqual(DAY);
      expect(dueAfter(run)).toBeLessThan(10 * DAY);
    });

    it('later: nothing happens at the old date', async () => {
      const run = await world.start([{ inMs: DAY }]);
      await run.reschedule('post-1', 3 * DAY, 2);
      await world.pass(2 * DAY);
      expect(run.calls).toEqual([]);
      expect(await run.progress()).toEqual([
        {
          postId: 'post-1',
          provider: 'mastodon',
          phase: 'waiting',
          due: utcMinute(run.startMs + 3 * DAY),
          part: 1,
        },
      ]);
      await run.result();
      expect(dueAfter(run)).toBeGreaterThanOrEqual(3 * DAY);
    });

    it('twice: the last one counts', async () => {
      const run = await world.start([{ inMs: DAY }]);
      await run.reschedule('post-1', 9 * DAY, 2);
      await run.reschedule('post-1', 2 * DAY, 3);
      await run.result();
      expect(run.callNames()).toEqual(['mastodon.publish']);
      expect(dueAfter(run)).toBeGreaterThanOrEqual(2 * DAY);
      expect(dueAfter(run)).toBeLessThan(9 * DAY);
    });

    it('for one of two posts: the other keeps its own', async () => {
      const run = await world.start([{ inMs: DAY }, { inMs: DAY, provider: 'bluesky' }]);
      await run.reschedule('post-1', 2 * DAY, 2);
      await run.result();
      expect(run.callNames()).toEqual(['bluesky.publish', 'mastodon.publish']);
      expect(dueAfter(run, 0)).toBeLessThan(2 * DAY);
    });

    it('by a revision that it does not know yet; an older or equal one is refused', async () => {
      const run = await world.start([{ inMs: DAY, revision: 4 }]);
      expect(await refusal(run.reschedule('post-1', HOUR, 3))).toBe('StaleRevision');
      expect(await refusal(run.reschedule('post-1', HOUR, 4))).toBe('StaleRevision');
      expect(await refusal(run.reschedule('post-1', 2 * DAY, 5))).toBe('accepted');
      await run.result();
      expect(dueAfter(run)).toBeGreaterThanOrEqual(2 * DAY);
    });

    it("for a post of its own; another request's post is refused", async () => {
      const run = await world.start([{ inMs: DAY }]);
      expect(await refusal(run.reschedule('post-of-another', HOUR, 2))).toBe('UnknownPost');
      expect(await refusal(run.cancel('post-of-another', 2))).toBe('UnknownPost');
      expect(await refusal(run.reschedule('post-1', HOUR, 2))).toBe('accepted');
      await run.result();
    });

    it('only while the post is not published', async () => {
      const run = await world.start([{}, { inMs: DAY, provider: 'bluesky' }]);
      await world.pass(MINUTE);
      expect(await refusal(run.reschedule('post-1', HOUR, 2))).toBe('AlreadyFinished');
      expect(await refusal(run.reschedule('post-2', HOUR, 2))).toBe('accepted');
      expect((await run.result()).summary).toBe('2 published');
    });

    it('for a failed post that should be retried, while another post still waits', async () => {
      const run = await world.start([{}, { inMs: DAY, provider: 'bluesky' }], {
        'mastodon.publish': [{ status: 'failed', reason: 'Text is too long' }, PUBLISHED],
      });
      await world.pass(MINUTE);
      expect((await run.progress())[0]?.phase).toBe('done');
      await run.reschedule('post-1', HOUR, 2);
      expect((await run.result()).summary).toBe('2 published');
      expect(run.callNames()).toEqual(['mastodon.publish', 'mastodon.publish', 'bluesky.publish']);
    });
  });

  describe('a run is notified of a cancelled post', () => {
    it('while it waits: the run ends without a call', async () => {
      const run = await world.start([{ inMs: DAY }]);
      await run.cancel('post-1', 2);
      expect((await run.result()).summary).toBe('1 cancelled');
      expect(run.calls).toEqual([]);
    });

    it('one of two: the other is published', async () => {
      const run = await world.start([{ inMs: DAY }, { inMs: DAY, provider: 'bluesky' }]);
      await run.cancel('post-1', 2);
      expect((await run.result()).summary).toBe('1 cancelled, 1 published');
      expect(run.callNames()).toEqual(['bluesky.publish']);
    });

    it('all of them: the run ends at once', async () => {
      const run = await world.start([{ inMs: 300 * DAY }, { inMs: 400 * DAY }]);
      await run.cancel('post-1', 2);
      await run.cancel('post-2', 2);
      expect((await run.result()).summary).toBe('2 cancelled');
      expect(await run.lastedMs()).toBeLessThan(300 * DAY);
    });

    it('by its newest revision; a message older than a newer date is refused', async () => {
      const run = await world.start([{ inMs: DAY }]);
      await run.reschedule('post-1', 2 * DAY, 3);
      expect(await refusal(run.cancel('post-1', 2))).toBe('StaleRevision');
      expect(await refusal(run.cancel('post-1', 4))).toBe('accepted');
      expect((await run.result()).summary).toBe('1 cancelled');
    });

    it('while its activity runs: the row decides, so a post that was sent is published', async () => {
      const run: StartedRun = await world.start([{}], {
        'mastodon.publish': [async () => (await run.cancel('post-1', 2), PUBLISHED)],
      });
      expect((await run.result()).summary).toBe('1 published');
    });

    it('between two tries: the next try reads it from the row', async () => {
      const run = await world.start([{}], {
        'mastodon.publish': [new Error('the database was away'), { status: 'cancelled' }],
      });
      expect((await run.result()).summary).toBe('1 cancelled');
      expect(run.callNames()).toHaveLength(2);
      expect(dueAfter(run, 1) - dueAfter(run, 0)).toBeGreaterThanOrEqual(2 * SECOND);
    });
  });
});
