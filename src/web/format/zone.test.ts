import { describe, expect, it } from '@jest/globals';
import { daysAhead, fromClock, nextHour, toClock } from './zone.ts';

describe('the clock of a zone', () => {
  it.each([
    ['2031-05-04T09:30', 'UTC', '2031-05-04T09:30:00.000Z'],
    ['2031-05-04T09:30', 'Europe/Berlin', '2031-05-04T07:30:00.000Z'],
    ['2031-01-04T09:30', 'Europe/Berlin', '2031-01-04T08:30:00.000Z'],
    ['2031-05-04T20:30', 'America/New_York', '2031-05-05T00:30:00.000Z'],
    ['2031-05-04T09:30', 'Asia/Kolkata', '2031-05-04T04:00:00.000Z'],
  ])('shows %s in %s at %s', (clock, zone, iso) => {
    expect(fromClock(clock, zone)).toBe(iso);
    expect(toClock(iso, zone)).toBe(clock);
  });

  it('skips an hour when summer time begins: the time after the gap is taken', () => {
    const instant = fromClock('2031-03-30T02:30', 'Europe/Berlin');
    expect(toClock(instant ?? '', 'Europe/Berlin')).toBe('2031-03-30T03:30');
  });

  it('is not read from other texts', () => {
    for (const text of ['', 'tomorrow', '2031-05-04']) expect(fromClock(text, 'UTC')).toBeNull();
  });
});

it('the times that are offered are in the future, at full hours', () => {
  const tomorrow = daysAhead('Europe/Berlin', { days: 1, hour: 9 });
  expect(toClock(tomorrow, 'Europe/Berlin')).toMatch(/T09:00$/);
  expect(Date.parse(tomorrow)).toBeGreaterThan(Date.now());
  expect(nextHour()).toMatch(/:00:00\.000Z$/);
  expect(Date.parse(nextHour()) - Date.now()).toBeGreaterThan(29 * 60_000);
});
