import { describe, expect, it } from '@jest/globals';
import { describeRequest, publishActivity, publishQueue, publishWorkflowId, utcMinute } from './contract.ts';

const NOON = Date.UTC(2031, 4, 4, 12, 0, 0);

describe('words for the Temporal UI', () => {
  it('name a date in UTC to the minute, and to the second only where it matters', () => {
    expect(utcMinute(NOON)).toBe('2031-05-04 12:00 UTC');
    expect(utcMinute(NOON + 30_000)).toBe('2031-05-04 12:00:30 UTC');
    expect(utcMinute(NOON + 999)).toBe('2031-05-04 12:00 UTC');
  });

  it('describe a request: how many posts, for which networks, and when', () => {
    expect(describeRequest([{ provider: 'mastodon', dueMs: NOON }])).toBe(
      '1 post for mastodon at 2031-05-04 12:00 UTC',
    );
    expect(
      describeRequest([
        { provider: 'mastodon', dueMs: NOON },
        { provider: 'bluesky', dueMs: NOON },
      ]),
    ).toBe('2 posts for mastodon, bluesky at 2031-05-04 12:00 UTC');
  });

  it('name a network once, and the first of several dates', () => {
    expect(
      describeRequest([
        { provider: 'mastodon', dueMs: NOON + 60_000 },
        { provider: 'mastodon', dueMs: NOON },
      ]),
    ).toBe('2 posts for mastodon at 2031-05-04 12:00 UTC and later');
  });

  it('stay on one line when a request goes to very many networks', () => {
    const all = Array.from({ length: 32 }, (_, i) => ({ provider: `network-${i + 1}`, dueMs: NOON }));
    expect(describeRequest(all)).toBe(
      '32 posts for network-1, network-2, network-3, network-4, network-5, network-6 and 26 more at 2031-05-04 12:00 UTC',
    );
  });
});

describe('names', () => {
  it('say what they belong to', () => {
    expect([publishWorkflowId('g1'), publishQueue('mastodon'), publishActivity('mastodon')]).toEqual([
      'publish-post:g1',
      'publish.mastodon',
      'mastodon.publish',
    ]);
  });
});
