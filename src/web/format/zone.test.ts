import { describe, expect, it } from '@jest/globals';
import { daysAhead, fromClock, nextHour, shiftOf, toClock } from './zone.ts';

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

  it.each([
    ['2031-03-30T02:30', 'Europe/Berlin', 'skipped', ['2031-03-30T00:30', '2031-03-30T01:30']],
    ['2031-10-26T02:30', 'Europe/Berlin', 'twice', ['2031-10-26T00:30', '2031-10-26T01:30']],
    ['2031-03-09T02:00', 'America/New_York', 'skipped', ['2031-03-09T06:00', '2031-03-09T07:00']],
    ['2031-11-02T01:59', 'America/New_York', 'twice', ['2031-11-02T05:59', '2031-11-02T06:59']],
    // Half an hour, in the south.
    ['2031-10-05T02:15', 'Australia/Lord_Howe', 'skipped', ['2031-10-04T15:15', '2031-10-04T15:45']],
    ['2031-04-06T01:45', 'Australia/Lord_Howe', 'twice', ['2031-04-05T14:45', '2031-04-05T15:15']],
  ])('at %s in %s is %s: both instants are known', (clock, zone, kind, readings) => {
    expect(shiftOf(clock, zone)).toEqual({ kind, readings: readings.map((one) => `${one}:00.000Z`) });
  });

  it.each([
    ['2031-03-30T01:59', 'Europe/Berlin'],
    ['2031-03-30T03:00', 'Europe/Berlin'],
    ['2031-10-26T01:59', 'Europe/Berlin'],
    ['2031-10-26T03:00', 'Europe/Berlin'],
    ['2031-10-26T02:30', 'UTC'],
    ['2031-10-26T02:30', 'Asia/Kolkata'],
    ['', 'Europe/Berlin'],
    ['9999-12-31T23:59', 'Europe/Berlin'],
  ])('at %s in %s means one instant', (clock, zone) => {
    expect(shiftOf(clock, zone)).toBeNull();
  });

  it('is not read from other texts, nor from a year of which digits are still missing', () => {
    const texts = ['', 'tomorrow', '2031-05-04', '0002-05-04T09:30', '0203-05-04T09:30', '20311-05-04T09:30'];
    for (const text of texts) expect(fromClock(text, 'UTC')).toBeNull();
  });
});

it('the times that are offered are in the future, at full hours', () => {
  const tomorrow = daysAhead('Europe/Berlin', { days: 1, hour: 9 });
  expect(toClock(tomorrow, 'Europe/Berlin')).toMatch(/T09:00$/);
  expect(Date.parse(tomorrow)).toBeGreaterThan(Date.now());
  expect(nextHour()).toMatch(/:00:00\.000Z$/);
  expect(Date.parse(nextHour()) - Date.now()).toBeGreaterThan(29 * 60_000);
});
