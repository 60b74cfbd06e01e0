import { describe, expect, it } from '@jest/globals';
import {
  addDays,
  addMonths,
  clockChangeOn,
  dayOf,
  instantOf,
  isDay,
  minuteOf,
  offsetAt,
  MINUTE_MS,
} from './clock.ts';

const BERLIN = 'Europe/Berlin';
const NEW_YORK = 'America/New_York';
const iso = (ms: number): string => new Date(ms).toISOString();
const at = Date.parse;

describe('the clock of a zone', () => {
  it('computes which day and minute an instant has there', () => {
    const late = at('2031-05-04T22:30:00Z');
    expect([dayOf(late, BERLIN), minuteOf(late, BERLIN)]).toEqual(['2031-05-05', 30]);
    expect([dayOf(late, NEW_YORK), minuteOf(late, NEW_YORK)]).toEqual(['2031-05-04', 18 * 60 + 30]);
    expect([dayOf(late, 'Asia/Kathmandu'), minuteOf(late, 'Asia/Kathmandu')]).toEqual([
      '2031-05-05',
      4 * 60 + 15,
    ]);
  });

  it('computes at which instant a clock shows a time, in summer and winter', () => {
    expect(iso(instantOf('2031-07-01', 9 * 60, BERLIN))).toBe('2031-07-01T07:00:00.000Z');
    expect(iso(instantOf('2031-12-01', 9 * 60, BERLIN))).toBe('2031-12-01T08:00:00.000Z');
    expect(iso(instantOf('2031-12-01', 9 * 60, 'UTC'))).toBe('2031-12-01T09:00:00.000Z');
  });

  it('moves a time that the clock skips behind the gap, and takes the first of two', () => {
    expect(iso(instantOf('2027-03-28', 150, BERLIN))).toBe('2027-03-28T01:30:00.000Z');
    expect(minuteOf(instantOf('2027-03-28', 150, BERLIN), BERLIN)).toBe(210);
    expect(iso(instantOf('2026-10-25', 150, BERLIN))).toBe('2026-10-25T00:30:00.000Z');
  });

  it('finds the hour that does not exist and the one that comes twice', () => {
    expect(clockChangeOn('2027-03-28', BERLIN)).toEqual({ kind: 'missing', from: 120, to: 180 });
    expect(clockChangeOn('2026-10-25', BERLIN)).toEqual({ kind: 'twice', from: 120, to: 180 });
    expect(clockChangeOn('2027-03-14', NEW_YORK)).toEqual({ kind: 'missing', from: 120, to: 180 });
    expect(clockChangeOn('2026-11-01', NEW_YORK)).toEqual({ kind: 'twice', from: 60, to: 120 });
    // Half an hour, on an island.
    expect(clockChangeOn('2027-04-04', 'Australia/Lord_Howe')).toEqual({ kind: 'twice', from: 90, to: 120 });
    for (const day of ['2027-03-27', '2027-03-29', '2026-10-24', '2026-10-26', '2031-05-04']) {
      expect(clockChangeOn(day, BERLIN)).toBeNull();
    }
    expect(clockChangeOn('2027-03-28', 'UTC')).toBeNull();
  });

  it('comes back to the same instant for every quarter of an hour of a year, except the second of two', () => {
    for (const zone of [BERLIN, NEW_YORK, 'Australia/Lord_Howe', 'Asia/Kolkata']) {
      const wrong: string[] = [];
      for (let ms = at('2026-01-01T00:00:00Z'); ms < at('2027-01-01T00:00:00Z'); ms += 15 * MINUTE_MS) {
        const back = instantOf(dayOf(ms, zone), minuteOf(ms, zone), zone);
        const isSecond = back < ms && offsetAt(back, zone) > offsetAt(ms, zone);
        if (back !== ms && !isSecond) wrong.push(`${zone} ${iso(ms)} ${iso(back)}`);
      }
      expect(wrong).toEqual([]);
    }
  });

  it('counts days and months, and knows which days exist', () => {
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
    expect(addDays('2027-01-01', -1)).toBe('2026-12-31');
    expect(addMonths('2027-01-31', 1)).toBe('2027-02-28');
    expect(addMonths('2027-01-15', -1)).toBe('2026-12-15');
    expect(['0999-12-31', '1000-01-01', '9998-12-31', '9999-01-01'].map(isDay)).toEqual([
      false,
      true,
      true,
      false,
    ]);
    expect(['2027-02-28', '2027-02-29', 'today', '2027-13-01', '2027-1-1'].map(isDay)).toEqual([
      true,
      false,
      false,
      false,
      false,
    ]);
  });
});
