import { expect, it } from '@jest/globals';
import { formatRelative } from './date-time.tsx';

const now = Date.parse('2031-05-04T21:00:00Z');

it.each([
  ['2031-05-04T21:00:30Z', 'in 30 seconds'],
  ['2031-05-04T22:00:00Z', 'in 1 hour'],
  // Not "tomorrow": whether this is tomorrow or the day after depends on the clock that is read.
  ['2031-05-06T01:00:00Z', 'in 28 hours'],
  ['2031-05-03T10:00:00Z', '35 hours ago'],
  ['2031-05-06T22:00:00Z', 'in 2 days'],
  ['2031-06-05T21:00:00Z', 'in 1 month'],
  ['2030-05-04T21:00:00Z', '1 year ago'],
  ['2031-05-04T21:00:00Z', 'now'],
])('tells how far away %s is, and names no day of the calendar: %s', (iso, words) => {
  expect(formatRelative(iso, now)).toBe(words);
});
