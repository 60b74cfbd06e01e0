import { describe, expect, it } from '@jest/globals';
import { retryAt } from './http.ts';

describe('Retry-After', () => {
  const now = new Date('2027-01-01T12:00:00Z');
  const secondsOf = (headers: Record<string, string>): number =>
    (retryAt(new Headers(headers), now).getTime() - now.getTime()) / 1000;

  it.each([
    ['seconds', { 'retry-after': '120' }, 120],
    [
      'a date, counted from our clock when the answer has none',
      { 'retry-after': 'Fri, 01 Jan 2027 12:02:00 GMT' },
      120,
    ],
    [
      "a date, counted from the answer's own date",
      { 'retry-after': 'Fri, 01 Jan 2027 13:02:00 GMT', date: 'Fri, 01 Jan 2027 13:00:00 GMT' },
      120,
    ],
    [
      'a date beside a Date that cannot be read',
      { 'retry-after': 'Fri, 01 Jan 2027 12:02:00 GMT', date: 'yesterday' },
      120,
    ],
    [
      'a date that has passed: a second at least',
      { 'retry-after': 'Fri, 01 Jan 2027 11:00:00 GMT', date: 'Fri, 01 Jan 2027 12:00:00 GMT' },
      1,
    ],
    ['a year: a day at most', { 'retry-after': '31536000' }, 86_400],
    ['nothing: a minute', {}, 60],
    ['nonsense: a minute', { 'retry-after': 'soon' }, 60],
  ])('is %s', (_, headers, seconds) => {
    expect(secondsOf(headers)).toBe(seconds);
  });
});
