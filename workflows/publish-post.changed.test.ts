import { describe, expect, it } from '@jest/globals';
import { PUBLISHED } from '../src/test/fake-network.ts';
import { DAY, HOUR, MINUTE, SECOND, dueAfter, type StartedRun } from '../src/test/publish-run.ts';
import { describeRuns } from '../src/test/time-skipping.ts';
import type { PartOutcome, TargetRow } from '../temporal/contract/publish-post.ts';

const UNCONFIRMED: PartOutcome = {
  status: 'unconfirmed',
  reason: 'The network offers no way to look the post up',
};

/** A row whose post waits for this long. */
const waits = (waitMs = 0, part = 0): TargetRow => ({
  status: 'waits',
  provider: 'mastodon',
  revision: 2,
  part,
  waitMs,
});
const undecided: TargetRow = { status: 'unconfirmed', provider: 'mastodon', revision: 2, part: 0, waitMs: 0 };
const ended = (outcome: Extract<TargetRow, { status: 'ended' }>['outcome']): TargetRow => ({
  status: 'ended',
  outcome,
  revision: 2,
  url: outcome === 'published' ? 'https://network.test/1' : null,
  latenessMs: outcome === 'published' ? 120 : null,
});

describeRuns('PublishPostWorkflow and a row that has changed', (world) => {
  const settled = async (run: StartedRun, phase: string, index = 0): Promise<void> => {
    while ((await run.progress())[index]?.phase !== phase) await world.pass(SECOND);
  };

  describe('while the post waits', () => {
    it('follows it to an earlier date', async () => {
      const run = await world.start([{ inMs: 10 * DAY }], { readTarget: [waits(DAY)] });
      await run.changed('post-1');
      await run.result();
      expect(run.callNames()).toEqual(['readTarget', 'mastodon.publish']);
      expect(dueAfter(run, 1)).toBeGreaterThanOrEqual(DAY);
      expect(dueAfter(run, 1)).toBeLessThan(10 * DAY);
    });

    it('follows a message that names a newer date, without reading the row', async () => {
      const run = await world.start([{ inMs: 10 * DAY }]);
      await run.changed('post-1', { inMs: 20 * DAY, revision: 2 });
      await run.changed('post-1', { inMs: DAY, revision: 3 });
      await run.result();
      expect(run.callNames()).toEqual(['mastodon.publish']);
      expect(dueAfter(run)).toBeGreaterThanOrEqual(DAY);
      expect(dueAfter(run)).toBeLessThan(10 * DAY);
    });

    it('reads the row when the message is no newer than what the run knows', async () => {
      const run = await world.start([{ inMs: 10 * DAY, revision: 2 }], { readTarget: [waits(DAY)] });
      await run.changed('post-1', { inMs: 0, revision: 2 });
      await run.result();
      expect(run.callNames()).toEqual(['readTarget', 'mastodon.publish']);
      expect(dueAfter(run, 1)).toBeGreaterThanOrEqual(DAY);
    });

    it('keeps a date that comes while it reads an older row', async () => {
      const run: StartedRun = await world.start([{ inMs: 10 * DAY }], {
        readTarget: [async () => (await run.changed('post-1', { inMs: 2 * DAY, revision: 3 }), waits(DAY))],
      });
      await run.changed('post-1');
      await run.result();
      expect(run.callNames()).toEqual(['readTarget', 'mastodon.publish']);
      expect(dueAfter(run, 1)).toBeGreaterThanOrEqual(2 * DAY);
    });

    it('ends with a post that was cancelled, and goes on with the other', async () => {
      const run = await world.start([{ inMs: DAY }, { inMs: DAY, provider: 'bluesky' }], {
        readTarget: [ended('cancelled')],
      });
      await run.changed('post-1');
      expect((await run.result()).summary).toBe('1 cancelled, 1 published');
    });

    it('reads once for messages that come together, and again for one that comes while it reads', async () => {
      const run: StartedRun = await world.start([{ inMs: DAY }], {
        readTarget: [async () => (await run.changed('post-1'), waits(9 * DAY)), waits(2 * DAY)],
      });
      await run.changed('post-1');
      await run.result();
      expect(run.callNames()).toEqual(['readTarget', 'readTarget', 'mastodon.publish']);
      expect(dueAfter(run, 2)).toBeLessThan(9 * DAY);
    });

    it('does nothing about a post that is gone or is another request’s', async () => {
      const run = await world.start([{ inMs: DAY }], { readTarget: [{ status: 'gone' }] });
      await run.changed('post-of-another');
      expect((await run.result()).summary).toBe('1 published');
    });
  });

  describe('of a post that the run does not know, takes the post on', () => {
    it('that waits for its date', async () => {
      const run = await world.start([{ inMs: DAY, provider: 'bluesky' }], { readTarget: [waits(2 * DAY)] });
      await run.changed('post-2');
      expect((await run.result()).summary).toBe('2 published');
      expect(run.callNames()).toEqual(['readTarget', 'bluesky.publish', 'mastodon.publish']);
      expect(dueAfter(run, 2)).toBeGreaterThanOrEqual(2 * DAY);
    });

    it('that waits for a person, and publishes it as soon as the person has decided', async () => {
      const run = await world.start([{ inMs: 300 * DAY, provider: 'bluesky' }], {
        readTarget: [undecided, waits()],
      });
      await run.changed('post-2');
      await settled(run, 'needs a decision', 1);
      expect(await run.postState()).toBe('unconfirmed');
      await run.changed('post-2');
      await settled(run, 'done', 1);
      expect(run.calls.at(-1)).toMatchObject({ activity: 'mastodon.publish', part: { postId: 'post-2' } });
    });
  });

  describe('while the post waits for a person', () => {
    const inDoubt = (...rows: TargetRow[]): Promise<StartedRun> =>
      world.start([{}], { 'mastodon.publish': [UNCONFIRMED, PUBLISHED], readTarget: rows });

    it('asks on while nobody has decided, and goes on when the row does', async () => {
      const run = await inDoubt(undecided, waits());
      await settled(run, 'needs a decision');
      await run.changed('post-1');
      await world.pass(HOUR);
      expect((await run.progress())[0]?.phase).toBe('needs a decision');
      await run.changed('post-1');
      expect((await run.result()).summary).toBe('1 published');
    });

    it('ends with the state of the row, without another call: a network without channels has no worker', async () => {
      const run = await inDoubt(ended('failed'));
      await settled(run, 'needs a decision');
      await run.changed('post-1');
      expect((await run.result()).summary).toBe('1 failed');
      expect(run.callNames()).toEqual(['mastodon.publish', 'readTarget']);
    });

    it('takes its late publication from the row, with its URL', async () => {
      const run = await inDoubt(ended('published'));
      await settled(run, 'needs a decision');
      await run.changed('post-1');
      expect(await run.result()).toMatchObject({
        summary: '1 published',
        targets: [{ url: 'https://network.test/1', latenessMs: 120 }],
      });
    });
  });

  it('reads the row of a post that had ended or is held, with any message', async () => {
    const run = await world.start([{}, { provider: 'bluesky' }, { inMs: 10 * DAY, provider: 'nostr' }], {
      'mastodon.publish': [{ status: 'failed', reason: 'Text is too long' }, PUBLISHED],
      'bluesky.publish': [{ status: 'held', reason: 'channel', waitMs: 5 * DAY, revision: 1 }, PUBLISHED],
      readTarget: [waits(DAY), waits(DAY)],
    });
    await settled(run, 'done');
    await settled(run, 'held', 1);
    await run.changed('post-1', { inMs: 0, revision: 2 });
    await run.changed('post-2', { inMs: 0, revision: 2 });
    expect((await run.result()).summary).toBe('3 published');
    expect(run.callNames().filter((name) => name === 'readTarget')).toHaveLength(2);
  });

  it('opens a post again that had ended, at the part that is left', async () => {
    const run = await world.start([{}, { inMs: DAY, provider: 'bluesky' }], {
      'mastodon.publish': [
        { ...PUBLISHED, nextDelayMs: 0 },
        { status: 'partly_published', reason: 'Text is too long' },
        PUBLISHED,
      ],
      readTarget: [waits(HOUR, 1)],
    });
    await settled(run, 'done');
    await run.changed('post-1');
    expect((await run.result()).summary).toBe('2 published');
    expect(run.callNames()).toEqual([
      'mastodon.publish',
      'mastodon.publish 2',
      'readTarget',
      'mastodon.publish 2',
      'bluesky.publish',
    ]);
  });

  it('reads it after the activity that was running, which may have read an older one', async () => {
    const run: StartedRun = await world.start([{}], {
      'mastodon.publish': [async () => (await run.changed('post-1'), { status: 'cancelled' }), PUBLISHED],
      readTarget: [waits(HOUR)],
    });
    expect((await run.result()).summary).toBe('1 published');
    expect(dueAfter(run, 2)).toBeGreaterThanOrEqual(HOUR);
  });

  describe('while a thread waits for its next part', () => {
    const thread = (...rows: TargetRow[]): Promise<StartedRun> =>
      world.start([{}], {
        'mastodon.publish': [{ ...PUBLISHED, nextDelayMs: 300 * DAY }, PUBLISHED],
        readTarget: rows,
      });

    it('ends when the rest was cancelled', async () => {
      const run = await thread(ended('partly_published'));
      await settled(run, 'waiting');
      await run.changed('post-1');
      expect((await run.result()).summary).toBe('1 partly published');
      expect(await run.lastedMs()).toBeLessThan(DAY);
      expect(run.callNames()).toEqual(['mastodon.publish', 'readTarget']);
    });

    it('goes back to the part before, when that is no longer out', async () => {
      const run = await thread(waits(0, 0));
      await settled(run, 'waiting');
      await run.changed('post-1');
      await run.result();
      expect(run.callNames()).toEqual(['mastodon.publish', 'readTarget', 'mastodon.publish']);
    });

    it('asks the row whether the next part is due', async () => {
      const run = await thread(waits(0, 1));
      await settled(run, 'waiting');
      await run.changed('post-1');
      expect((await run.result()).summary).toBe('1 published');
      expect(run.callNames()).toEqual(['mastodon.publish', 'readTarget', 'mastodon.publish 2']);
    });
  });

  describe('while nothing can be sent for days', () => {
    const wait: PartOutcome = { status: 'wait', waitMs: 3 * DAY, reason: 'rate limited by the network' };

    it('waits with a timer that shows why, and tries again', async () => {
      const run = await world.start([{}], { 'mastodon.publish': [wait, PUBLISHED] });
      expect((await run.result()).summary).toBe('1 published');
      expect(dueAfter(run, 1)).toBeGreaterThanOrEqual(3 * DAY);
      expect(await run.timers()).toEqual([{ ms: 3 * DAY, summary: 'rate limited by the network' }]);
    });

    it('ends at once when the post is cancelled', async () => {
      const run = await world.start([{}], { 'mastodon.publish': [wait], readTarget: [ended('cancelled')] });
      await settled(run, 'waiting');
      await run.changed('post-1');
      expect((await run.result()).summary).toBe('1 cancelled');
      expect(await run.lastedMs()).toBeLessThan(DAY);
    });
  });

  it('does not sleep through a decision that is made while it waits to look at the network', async () => {
    const run = await world.start([{}], {
      'mastodon.publish': [{ status: 'unknown', verifyAfterMs: 3 * DAY }],
      readTarget: [ended('failed')],
    });
    await settled(run, 'verifying');
    await run.changed('post-1');
    expect((await run.result()).summary).toBe('1 failed');
    expect(await run.lastedMs()).toBeLessThan(DAY);
  });

  describe('again and again, continues as a new run', () => {
    it('with everything that it knew: dates, parts, decisions, results', async () => {
      const run = await world.start(
        [{ inMs: 100 * DAY }, { provider: 'bluesky' }, { provider: 'slack' }, { provider: 'nostr' }],
        {
          readTarget: [waits(100 * DAY)],
          'bluesky.publish': [{ ...PUBLISHED, nextDelayMs: 90 * DAY }, PUBLISHED],
          'slack.publish': [UNCONFIRMED, PUBLISHED],
        },
        60,
      );
      for (let edits = 0; edits < 12; edits++) {
        await run.changed('post-1');
        await world.pass(MINUTE);
      }
      const { runId } = await run.handle.describe();
      expect(runId).not.toBe(run.handle.firstExecutionRunId);
      expect((await run.progress()).map(({ phase, part }) => [phase, part])).toEqual([
        ['waiting', 1],
        ['waiting', 2],
        ['needs a decision', 1],
        ['done', 1],
      ]);
      expect(await run.postState()).toBe('unconfirmed');
      await run.resolve('post-3', 'published');
      expect(await run.result()).toMatchObject({
        summary: '4 published',
        targets: [{}, { url: PUBLISHED.url }, {}, { url: PUBLISHED.url, latenessMs: 120 }],
      });
      const publishes = run.callNames().filter((name) => name !== 'readTarget');
      expect(publishes.filter((name) => name.startsWith('bluesky'))).toEqual([
        'bluesky.publish',
        'bluesky.publish 2',
      ]);
      expect(publishes.filter((name) => name === 'mastodon.publish')).toHaveLength(1);
    });

    it('more often than the server would allow updates, with a history that stays short', async () => {
      const run = await world.start([{ inMs: 100 * DAY }], { readTarget: [waits(100 * DAY)] }, 60);
      for (let edits = 0; edits < 100; edits++) {
        await run.changed('post-1');
        if (edits % 5 === 4) await settled(run, 'waiting');
      }
      await world.pass(MINUTE);
      expect((await run.handle.fetchHistory()).events?.length).toBeLessThan(120);
      await run.result();
      expect(run.callNames().filter((name) => name === 'mastodon.publish')).toHaveLength(1);
    });

    it('but not while a call is under way', async () => {
      const run: StartedRun = await world.start(
        [{}],
        {
          'mastodon.publish': [
            async () => {
              for (let edits = 0; edits < 30; edits++) await run.changed('post-1');
              return PUBLISHED;
            },
          ],
          readTarget: [ended('published')],
        },
        10,
      );
      expect((await run.result()).summary).toBe('1 published');
      expect(run.callNames().filter((name) => name === 'mastodon.publish')).toHaveLength(1);
    });
  });
});
