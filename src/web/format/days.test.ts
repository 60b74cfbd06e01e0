import { describe, expect, it } from '@jest/globals';
import { dayOf, days, endOf } from './days.ts';

describe('days in a time zone', () => {
  it.each([
    ['2031-05-04T23:30:00Z', 'UTC', '2031-05-04'],
    ['2031-05-04T23:30:00Z', 'Europe/Berlin', '2031-05-05'],
    ['2031-05-04T03:30:00Z', 'America/New_York', '2031-05-03'],
    ['2031-05-04T11:00:00Z', 'Pacific/Kiritimati', '2031-05-05'],
  ])('%s lies in %s on %s', (at, zone, day) => expect(dayOf(at, zone)).toBe(day));

  it('follow one another over the end of a month', () => {
    expect(days('Europe/Berlin', 2, Date.parse('2031-05-31T22:30:00Z'))).toEqual([
      '2031-06-01',
      '2031-06-02',
    ]);
    expect(days('America/New_York', 2, Date.parse('2031-02-28T12:00:00Z'))).toEqual([
      '2031-02-28',
      '2031-03-01',
    ]);
  });

  it.each([
    ['2031-05-04', 'UTC', '2031-05-04T23:59:59.999Z'],
    ['2031-05-04', 'Europe/Berlin', '2031-05-04T21:59:59.999Z'],
    // The clock is set forward, and back.
    ['2031-03-30', 'Europe/Berlin', '2031-03-30T21:59:59.999Z'],
    ['2031-10-26', 'Europe/Berlin', '2031-10-26T22:59:59.999Z'],
    ['2031-05-04', 'Asia/Kathmandu', '2031-05-04T18:14:59.999Z'],
  ])('%s ends in %s at %s', (day, zone, end) => expect(endOf(day, zone)).toBe(end));
});
