import { describe, expect, it } from '@jest/globals';
import { ApiError } from './errors.ts';
import { parseDate } from './parse-date.ts';

/** The moment, or the error's message. */
function reading(text: string, zone?: string): string {
  try {
    return parseDate(text, 'date', zone).toISOString().replace('.000Z', 'Z');
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return error.issues[0]?.message ?? '';
  }
}

describe('a date', () => {
  it.each([
    // RFC 9557, section 1.1 and figures 1 to 5
    ['1996-12-19T16:39:57-08:00[America/Los_Angeles]', '1996-12-20T00:39:57Z'],
    ['1996-12-19T16:39:57-08:00[America/Los_Angeles][u-ca=hebrew]', '1996-12-20T00:39:57Z'],
    ['1996-12-19T16:39:57-08:00[_foo=bar][_baz=bat]', '1996-12-20T00:39:57Z'],
    ['2020-01-01T00:00+01:00[knort=blargel]', '2019-12-31T23:00:00Z'],
    ['2022-07-08T00:14:07+02:00[!Europe/Paris]', '2022-07-07T22:14:07Z'],
    ['2022-07-08T00:14:07Z[Europe/Paris]', '2022-07-08T00:14:07Z'],
    ['2022-07-08T00:14:07-00:00[Europe/Paris]', '2022-07-08T00:14:07Z'],
    ['2022-07-08T02:14:07+02:00[+02:00]', '2022-07-08T00:14:07Z'],
    // both passes of the hour that comes twice
    ['2031-10-26T02:30:00+02:00[Europe/Berlin]', '2031-10-26T00:30:00Z'],
    ['2031-10-26T02:30:00+01:00[Europe/Berlin]', '2031-10-26T01:30:00Z'],
    ['2031-05-04T11:30:00[Europe/Berlin]', '2031-05-04T09:30:00Z'],
    ['2031-05-04 11:30:00+02:00', '2031-05-04T09:30:00Z'],
    ['2031-05-04T093000.1234567890123+0000', '2031-05-04T09:30:00.123Z'],
    ['2031-05-04', '2031-05-04T00:00:00Z'],
  ])('%s is %s', (text, moment) => {
    expect(reading(text)).toBe(moment);
  });

  it.each([
    [
      'whose offset is not its zone’s',
      '2031-05-04T11:30:00+05:00[Europe/Berlin]',
      'is 2031-05-04T06:30:00Z by its offset, and 2031-05-04T09:30:00Z in Europe/Berlin. Write one of the two',
    ],
    [
      'whose offset is not its zone’s, which RFC 9557 calls inconsistent',
      '2022-07-08T00:14:07+00:00[!Europe/London]',
      'is 2022-07-08T00:14:07Z by its offset, and 2022-07-07T23:14:07Z in Europe/London. Write one of the two',
    ],
    [
      'that its zone skips',
      '2031-03-30T02:30:00[Europe/Berlin]',
      'does not exist in Europe/Berlin: the clocks go forward then. Write 2031-03-30T00:30:00Z or 2031-03-30T01:30:00Z',
    ],
    [
      'with a tag that must be understood',
      '2031-05-04T09:30:00[!foo=bar]',
      'has a tag that is marked as critical (!) and is not known here',
    ],
    [
      'with such a tag, an offset and its zone',
      '2031-05-04T09:30:00+02:00[Europe/Berlin][!foo=bar]',
      'has a tag that is marked as critical (!) and is not known here',
    ],
    [
      'that its zone has twice',
      '2031-10-26T02:30:00[Europe/Berlin]',
      'happens twice in Europe/Berlin: as 2031-10-26T00:30:00Z and as 2031-10-26T01:30:00Z. Write one of the two',
    ],
    [
      'in a zone that nobody knows',
      '2031-05-04T11:30:00[Mars/Olympus]',
      expect.stringContaining('must be ISO 8601'),
    ],
    [
      'with a critical tag that is not understood',
      '2031-05-04T11:30:00Z[!knort=blargel]',
      expect.stringContaining('must be ISO 8601'),
    ],
    ['that is in no calendar', '2031-02-30T11:30:00Z', expect.stringContaining('must be ISO 8601')],
  ])('%s is refused: %s', (_case, text, message) => {
    expect(reading(text)).toEqual(message);
  });

  it('without a zone of its own is read in the given one, by the same rules', () => {
    expect(reading('2031-05-04T11:30', 'Europe/Berlin')).toBe('2031-05-04T09:30:00Z');
    expect(reading('2031-03-30T02:30', 'Europe/Berlin')).toContain('does not exist in Europe/Berlin');
    expect(reading('2031-10-26T02:30', 'Europe/Berlin')).toContain('happens twice in Europe/Berlin');
    expect(reading('2031-05-04T11:30:00Z', 'Europe/Berlin')).toBe('2031-05-04T11:30:00Z');
  });

  it('alone is the begin of that day, also where midnight is skipped', () => {
    expect(reading('2031-05-04', 'Europe/Berlin')).toBe('2031-05-03T22:00:00Z');
    expect(reading('2031-03-30', 'Asia/Beirut')).toBe('2031-03-29T22:00:00Z');
  });
});
