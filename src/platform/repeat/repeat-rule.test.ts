import { describe, expect, it } from '@jest/globals';
import { nextOccurrence, occurrencesOf } from './occurrences.ts';
import { readRule, writeRule } from './repeat-rule.ts';

describe('a rule by which a post is repeated', () => {
  it.each([
    ['FREQ=WEEKLY;BYDAY=MO,FR', 'FREQ=WEEKLY;BYDAY=MO,FR'],
    ['RRULE:freq=monthly;byday=-1fr', 'FREQ=MONTHLY;BYDAY=-1FR'],
    [
      'FREQ=DAILY;COUNT=2\r\nEXDATE;VALUE=DATE:20310506,20310505',
      'FREQ=DAILY;COUNT=2\nEXDATE;VALUE=DATE:20310505,20310506',
    ],
  ])('is taken and stored in one form: %s', (text, stored) => {
    const rule = readRule(text);
    if ('code' in rule) throw new Error(rule.message);
    expect(writeRule(rule)).toBe(stored);
  });

  it.each([
    ['every second', 'FREQ=SECONDLY', 'repeat_too_often'],
    ['every minute', 'FREQ=MINUTELY;INTERVAL=1440', 'repeat_too_often'],
    ['a billion posts', 'FREQ=DAILY;COUNT=1000000000', 'repeat_count'],
    ['a number that is none', 'FREQ=DAILY;COUNT=1e9', 'repeat_count'],
    ['no post', 'FREQ=DAILY;COUNT=0', 'repeat_count'],
    ['times of its own', 'FREQ=DAILY;BYHOUR=1,2;BYMINUTE=1,2;BYSECOND=1,2', 'repeat_part'],
    ['positions in a set', 'FREQ=MONTHLY;BYDAY=MO;BYSETPOS=1', 'repeat_part'],
    ['a day that is none', 'FREQ=WEEKLY;BYDAY=XX', 'repeat_part'],
    ['a last day that is none', 'FREQ=DAILY;UNTIL=20310231', 'repeat_until'],
    ['an instant as its end', 'FREQ=DAILY;UNTIL=20310501T090000Z', 'repeat_until'],
    ['two ends', 'FREQ=DAILY;UNTIL=20310501;COUNT=2', 'repeat_two_ends'],
    ['a part twice', 'FREQ=DAILY;FREQ=WEEKLY', 'repeat_part'],
    ['a name of every object', 'FREQ=DAILY;__proto__=1', 'repeat_part'],
    ['the first Monday of a week', 'FREQ=WEEKLY;BYDAY=1MO', 'repeat_nth_day'],
    ['no rule', 'every day', 'repeat_part'],
    ['a text without an end', `FREQ=DAILY;BYMONTH=${'1,'.repeat(5000)}1`, 'repeat_too_long'],
    [
      'too many days to leave out',
      `FREQ=DAILY\nEXDATE;VALUE=DATE:${'20310505,'.repeat(301)}20310505`,
      'repeat_exceptions',
    ],
  ])('is refused with %s', (_, text, code) => {
    expect(readRule(text)).toMatchObject({ code });
  });

  // The search looks at a bounded number of days.
  it.each([
    'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30',
    'FREQ=DAILY;INTERVAL=3650;BYMONTH=2;BYMONTHDAY=30;COUNT=1000',
  ])('that never comes has no date: %s', (repeatRule) => {
    const series = { publishAt: new Date('2031-05-05T07:00:00Z'), repeatRule, timeZone: 'UTC' };
    expect(nextOccurrence(series, series.publishAt)).toBeNull();
    expect(occurrencesOf(series, { from: series.publishAt, to: new Date('9999-12-31') })).toEqual([]);
  });
});
