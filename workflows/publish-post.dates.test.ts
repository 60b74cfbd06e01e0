import { describe, expect, it } from '@jest/globals';
import { PUBLISHED } from '../src/test/fake-network.ts';
import { DAY, HOUR, MINUTE, NETWORKS, dueAfter, refusal, type StartedRun } from '../src/test/publish-run.ts';
import { describeRuns } from '../src/test/time-skipping.ts';
import { EARLY_MS } from '../temporal/contract/bounds.ts';
import type { PartOutcome } from '../temporal/contract/publish-post.ts';
import { utcMinute } from '../temporal/contract/words.ts';

describeRuns('PublishPostWorkflow and its dates', (world) => {
  describe('a run waits', () => {
    it('until the date, a month away, and publishes once', async () => {
      const run = await world.start([{ inMs: 30 * DAY }]);
      const result = await run.result();
      expect(result).toEqual({
        summary: '1 published',
        targets: [
          {
            postId: 'post-1',
            provider: 'mastodon',
            outcome: 'published',
            url: 'https://network.test/1',
            latenessMs: 120,
            reason: null,
          },
        ],
      });
      expect(run.callNames()).toEqual(['mastodon.publish']);
      expect(dueAfter(run)).toBeGreaterThanOrEqual(30 * DAY);
      expect(await run.timers()).toEqual([
        { ms: expect.any(Number), summary: `publish at ${utcMinute(run.startMs + 30 * DAY)}` },
      ]);
    });

    it('not at all when the date has passed', async () => {
      const run = await world.start([{ inMs: -HOUR }]);
      expect((await run.result()).summary).toBe('1 published');
      expect(await run.timers()).toEqual([]);
    });

    it('with one timer for all posts that share a date', async () => {
      const run = await world.start(NETWORKS.map((provider) => ({ inMs: HOUR, provider })));
      expect((await run.result()).summary).toBe('5 published');
      expect([...run.callNames()].sort()).toEqual([
        'bluesky.publish',
        'discord.publish',
        'mastodon.publish',
        'nostr.publish',
        'slack.publish',
      ]);
      expect(await run.timers()).toHaveLength(1);
    });

    it('with one timer for each of two dates', async () => {
      const run = await world.start([{ inMs: 2 * HOUR }, { inMs: HOUR, provider: 'bluesky' }]);
      await run.result();
      expect(run.callNames()).toEqual(['bluesky.publish', 'mastodon.publish']);
      expect(dueAfter(run, 0)).toBeGreaterThanOrEqual(HOUR);
      expect(dueAfter(run, 1)).toBeGreaterThanOrEqual(2 * HOUR);
      expect((await run.timers()).map((t) => t.summary)).toEqual(
        [HOUR, 2 * HOUR].map((ms) => `publish at ${utcMinute(run.startMs + ms)}`),
      );
    });

    it('between the parts of a thread, as long as each part asks', async () => {
      const after = (nextDelayMs: number | null, url: string): PartOutcome => ({
        status: 'published',
        url,
        latenessMs: 0,
        nextDelayMs,
      });
      const run = await world.start([{}], {
        'mastodon.publish': [
          after(10 * MINUTE, 'https://network.test/first'),
          after(0, 'https://network.test/second'),
          after(null, 'https://network.test/third'),
        ],
      });
      const result = await run.result();
      expect(run.callNames()).toEqual(['mastodon.publish', 'mastodon.publish 2', 'mastodon.publish 3']);
      expect((run.calls[1]?.atMs ?? 0) - (run.calls[0]?.atMs ?? 0)).toBeGreaterThanOrEqual(
        10 * MINUTE - EARLY_MS,
      );
      expect(await run.timers()).toEqual([{ ms: 10 * MINUTE - EARLY_MS, summary: 'wait before part 2' }]);
      expect(result.targets[0]?.url).toBe('https://network.test/first');
    });
  });

  describe('a run follows the row, not the messages', () => {
    it('when the row was moved and no message came: it waits again, by the database clock', async () => {
      const run = await world.start([{ inMs: HOUR }], {
        'mastodon.publish': [{ status: 'not_due', waitMs: 5 * DAY, revision: 2 }, PUBLISHED],
      });
      expect((await run.result()).summary).toBe('1 published');
      expect(dueAfter(run, 1) - dueAfter(run, 0)).toBeGreaterThanOrEqual(5 * DAY - EARLY_MS);
      expect((await run.timers()).map((t) => t.ms).at(-1)).toBe(5 * DAY - EARLY_MS);
    });

    it('and remembers the revision that the row had', async () => {
      const run = await world.start([{}], {
        'mastodon.publish': [{ status: 'not_due', waitMs: 5 * DAY, revision: 7 }, PUBLISHED],
      });
      await world.pass(MINUTE);
      expect(await refusal(run.reschedule('post-1', HOUR, 7))).toBe('StaleRevision');
      expect(await refusal(run.reschedule('post-1', HOUR, 8))).toBe('accepted');
      await run.result();
    });

    it('and does not let an answer about an older row undo a newer message', async () => {
      const run: StartedRun = await world.start([{}], {
        'mastodon.publish': [
          async () => {
            await run.reschedule('post-1', HOUR, 3);
            return { status: 'not_due', waitMs: 5 * DAY, revision: 2 };
          },
          PUBLISHED,
        ],
      });
      await run.result();
      expect(dueAfter(run, 1)).toBeGreaterThanOrEqual(HOUR);
      expect(dueAfter(run, 1)).toBeLessThan(5 * DAY);
    });

    it('and reads the row once more when a newer revision was announced while an activity for an older one failed', async () => {
      const run: StartedRun = await world.start([{}], {
        'mastodon.publish': [
          async () => {
            await run.reschedule('post-1', HOUR, 2);
            return { status: 'failed', reason: 'Text is too long' };
          },
          PUBLISHED,
        ],
      });
      expect((await run.result()).summary).toBe('1 published');
      expect(run.callNames()).toHaveLength(2);
    });
  });
});
