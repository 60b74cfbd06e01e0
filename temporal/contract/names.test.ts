import { describe, expect, it } from '@jest/globals';
import { publishActivity, publishWorkflowId } from './publish-post.ts';
import { publishQueue } from './queues.ts';
import { utcMinute } from './words.ts';

const NOON = Date.UTC(2031, 4, 4, 12, 0, 0);

describe('texts for the Temporal UI', () => {
  it('name a date in UTC to the minute, and to the second only where it matters', () => {
    expect(utcMinute(NOON)).toBe('2031-05-04 12:00 UTC');
    expect(utcMinute(NOON + 30_000)).toBe('2031-05-04 12:00:30 UTC');
    expect(utcMinute(NOON + 999)).toBe('2031-05-04 12:00 UTC');
  });
});

describe('names', () => {
  it('show what they belong to', () => {
    expect([publishWorkflowId('g1'), publishQueue('mastodon'), publishActivity('mastodon')]).toEqual([
      'publish-post:g1',
      'publish.mastodon',
      'mastodon.publish',
    ]);
  });
});
