import { describe, expect, it } from '@jest/globals';
import { retryAt } from './http.ts';

describe('Retry-After', () => {
  const now = new Date('2027-01-01T12:00:00Z');
  const secondsOf = (headers: Record<string, string>): number =>
    (retryAt(new Headers(headers), now).getTime() - now.getTime()) / 1000;

  it.each([
    ['seconds', { 'retry-after': '120' }, 120],
    [
      'a date, relative to our clock if the answer has no Date',
      { 'retry-after': 'Fri, 01 Jan 2027 12:02:00 GMT' },
      120,
    ],
    [
      "a date, relative to the answer's own Date",
      { 'retry-after': 'Fri, 01 Jan 2027 13:02:00 GMT', date: 'Fri, 01 Jan 2027 13:00:00 GMT' },
      120,
    ],
    [
      'a date, even if Date is malformed',
      { 'retry-after': 'Fri, 01 Jan 2027 12:02:00 GMT', date: 'yesterday' },
      120,
    ],
    [
      'at least a second, even for a date in the past',
      { 'retry-after': 'Fri, 01 Jan 2027 11:00:00 GMT', date: 'Fri, 01 Jan 2027 12:00:00 GMT' },
      1,
    ],
    ['at most a day', { 'retry-after': '31536000' }, 86_400],
    ['a minute by default', {}, 60],
    ['a minute if it is malformed', { 'retry-after': 'soon' }, 60],
  ])('is %s', (_, headers, seconds) => {
    expect(secondsOf(headers)).toBe(seconds);
  });
});
