import { expect, it } from '@jest/globals';
import { relativeText } from './relative.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;

it.each([
  [30, 'in 30 seconds'],
  [HOUR, 'in 1 hour'],
  // Not "tomorrow": whether this is tomorrow or the day after depends on the clock that is read.
  [28 * HOUR, 'in 28 hours'],
  [-35 * HOUR, '35 hours ago'],
  [47 * HOUR, 'in 47 hours'],
  // Not "in 48 hours", nor "in 60 minutes": the next unit is whole.
  [2 * DAY - 60, 'in 2 days'],
  [HOUR - 10, 'in 1 hour'],
  [49 * HOUR, 'in 2 days'],
  [32 * DAY, 'in 1 month'],
  [-365 * DAY, '1 year ago'],
  [0, 'now'],
])('describes how far away %d seconds are, and names no day of the calendar: %s', (seconds, text) => {
  expect(relativeText(seconds, 'en-GB')).toBe(text);
});

it('does the same in German', () => {
  expect([28 * HOUR, 2 * DAY - 1, 49 * HOUR].map((seconds) => relativeText(seconds, 'de'))).toEqual([
    'in 28 Stunden',
    'in 2 Tagen',
    'in 2 Tagen',
  ]);
});
