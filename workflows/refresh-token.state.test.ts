import { describe, expect, it } from '@jest/globals';
import { DAY, HOUR, MINUTE } from '../src/test/publish-run.ts';
import { noticeExpiry, shareOf, waitBeforeRefresh } from './refresh-token.state.ts';

const live = (expiresInMs: number, expiresMs = 5000) =>
  ({ status: 'live', expiresMs, expiresInMs, renewed: false }) as const;
/** How long before their expiry credentials of this life are renewed. */
const ahead = (lifeMs: number, share = 0): number => lifeMs - waitBeforeRefresh(live(lifeMs), lifeMs, share);

describe('credentials are renewed before they expire', () => {
  it.each([
    ['60 days', 60 * DAY, 6 * DAY],
    ['a day', DAY, 2.4 * HOUR],
    ['2 hours', 2 * HOUR, 12 * MINUTE],
    ['an hour', HOUR, 10 * MINUTE],
    ['15 minutes', 15 * MINUTE, 7.5 * MINUTE],
  ])('by a tenth of their lifetime, at least 10 minutes, at most half of it: %s', (_, life, expected) => {
    expect(ahead(life)).toBe(expected);
  });

  it("by up to half as much again, depending on the channel's share", () => {
    expect([0, 0.5, 1].map((share) => ahead(2 * HOUR, share))).toEqual([
      12 * MINUTE,
      15 * MINUTE,
      18 * MINUTE,
    ]);
  });

  it('never more often than every 5 to 10 minutes, however short their lifetime or long ago their expiry', () => {
    expect([0, 1].map((share) => waitBeforeRefresh(live(6000), 6000, share))).toEqual([
      5 * MINUTE,
      10 * MINUTE,
    ]);
    expect([0, 1].map((share) => waitBeforeRefresh(live(-DAY), 0, share))).toEqual([5 * MINUTE, 10 * MINUTE]);
  });

  it('by the lifetime they had when they were first seen', () => {
    const first = noticeExpiry(undefined, live(HOUR));
    expect(first).toEqual({ expiresMs: 5000, lifeMs: HOUR });
    expect(noticeExpiry(first, live(MINUTE))).toBe(first);
    expect(noticeExpiry(first, live(2 * HOUR, 9000))).toEqual({ expiresMs: 9000, lifeMs: 2 * HOUR });
    expect(noticeExpiry(undefined, live(-HOUR))).toEqual({ expiresMs: 5000, lifeMs: 0 });
  });
});

describe('the share of a channel', () => {
  it('is derived from its id, always the same, between 0 and 1', () => {
    expect(shareOf('01900000-0000-7000-8000-000080000000')).toBe(0.5);
    expect(shareOf('01900000-0000-7000-8000-0000ffffffff')).toBeLessThan(1);
    expect(shareOf('01900000-0000-7000-8000-000000000000')).toBe(0);
  });

  it('does not exist for a malformed id', () => {
    expect(shareOf('nothing here')).toBe(0);
  });
});
