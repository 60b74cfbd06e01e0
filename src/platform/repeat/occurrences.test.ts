import { describe, expect, it } from '@jest/globals';
import { nextOccurrence, occurrencesOf, type Series } from './occurrences.ts';

const YEAR_10K = new Date('9999-12-31T23:59:59Z');
const series = (publishAt: string, timeZone: string, intervalDays = 1): Series => ({
  publishAt: new Date(publishAt),
  intervalDays,
  timeZone,
});
const first = (post: Series, count: number): string[] =>
  occurrencesOf(post, { from: post.publishAt, to: YEAR_10K })
    .slice(0, count)
    .map((date) => date.toISOString().slice(0, 16));

/** The dates of the posts that are really made, one after the other, each from the one before. */
function made(root: Series, count: number): string[] {
  const dates: string[] = [];
  for (let post = root; dates.length < count;) {
    const next = nextOccurrence(post, post.publishAt);
    if (!next) break;
    dates.push(next.publishAt.toISOString().slice(0, 16));
    post = { ...post, ...next };
  }
  return dates;
}

describe('a repeated post keeps its time on the clock of its organisation', () => {
  it.each([
    [
      'into summer time',
      series('2031-03-29T08:00:00Z', 'Europe/Berlin'),
      ['2031-03-30T07:00', '2031-03-31T07:00'],
    ],
    ['out of it', series('2031-10-25T07:00:00Z', 'Europe/Berlin'), ['2031-10-26T08:00', '2031-10-27T08:00']],
    [
      'by weeks',
      series('2031-03-24T08:00:00Z', 'Europe/Berlin', 7),
      ['2031-03-31T07:00', '2031-04-07T07:00'],
    ],
    [
      'out of summer time in the southern hemisphere',
      series('2031-04-04T22:00:00Z', 'Australia/Sydney'),
      ['2031-04-05T23:00', '2031-04-06T23:00'],
    ],
    [
      'into it in the southern hemisphere',
      series('2031-10-03T23:00:00Z', 'Australia/Sydney'),
      ['2031-10-04T22:00', '2031-10-05T22:00'],
    ],
    [
      'in UTC, which has no summer time',
      series('2031-03-29T08:00:00Z', 'UTC'),
      ['2031-03-30T08:00', '2031-03-31T08:00'],
    ],
    [
      'at a time that is skipped: an hour later on that day, and then on time again',
      series('2031-03-29T01:30:00Z', 'Europe/Berlin'),
      ['2031-03-30T01:30', '2031-03-31T00:30', '2031-04-01T00:30'],
    ],
    [
      'at a time that is skipped at the end of a day, so that it falls on the next one',
      series('2031-03-29T01:30:00Z', 'America/Nuuk'),
      ['2031-03-30T01:30', '2031-03-31T00:30', '2031-04-01T00:30'],
    ],
    [
      'at a time that comes twice: at the first',
      series('2031-10-25T00:30:00Z', 'Europe/Berlin'),
      ['2031-10-26T00:30', '2031-10-27T01:30'],
    ],
  ])('%s', (_case, post, dates) => {
    expect(first(post, dates.length)).toEqual(dates);
    expect(made(post, dates.length)).toEqual(dates);
  });

  it.each([
    'Europe/Berlin',
    'America/Nuuk',
    'America/Santiago',
    'Africa/Cairo',
    'Africa/Casablanca',
    'Australia/Lord_Howe',
    'UTC',
  ])('through a year of %s at any hour, listed as the posts are made', (zone) => {
    for (let hour = 0; hour < 24; hour++) {
      const post = series(`2031-01-01T${String(hour).padStart(2, '0')}:15:00Z`, zone);
      expect(first(post, 380)).toEqual(made(post, 380));
    }
  });

  it('and a post that a person moved off a skipped time keeps the new one', () => {
    const moved = { ...series('2031-03-30T06:00:00Z', 'Europe/Berlin'), repeatTime: '02:30:00' };
    expect(made(moved, 1)).toEqual(['2031-03-31T06:00']);
  });

  it('and after an outage goes on with the first date that has not come', () => {
    const next = nextOccurrence(
      series('2031-01-01T08:00:00Z', 'Europe/Berlin', 7),
      new Date('2031-04-01T00:00:00Z'),
    );
    expect(next?.publishAt.toISOString()).toBe('2031-04-02T07:00:00.000Z');
  });

  it('and is listed within a range, both ends included, at most so often', () => {
    const post = series('2031-01-01T08:00:00Z', 'UTC', 1);
    const range = { from: new Date('2031-01-03T08:00:00Z'), to: new Date('2031-01-05T08:00:00Z') };
    expect(occurrencesOf(post, range)).toHaveLength(3);
    expect(occurrencesOf(post, { from: post.publishAt, to: YEAR_10K }).length).toBeLessThan(1100);
  });
});

describe('a post that is repeated by a rule', () => {
  const byRule = (repeatRule: string, publishAt = '2031-05-05T07:00:00Z'): Series => ({
    publishAt: new Date(publishAt),
    repeatRule,
    timeZone: 'Europe/Berlin',
  });
  it.each([
    // 5 May 2031 is a Monday.
    ['every weekday', 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', ['05-06', '05-07', '05-08', '05-09', '05-12']],
    ['every second week', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO', ['05-19', '06-02', '06-16', '06-30', '07-14']],
    ['on a day of the month', 'FREQ=MONTHLY;BYMONTHDAY=31', ['05-31', '07-31', '08-31', '10-31', '12-31']],
    ['on the last Friday', 'FREQ=MONTHLY;BYDAY=-1FR', ['05-30', '06-27', '07-25', '08-29', '09-26']],
    ['until a day, which counts', 'FREQ=DAILY;UNTIL=20310507', ['05-06', '05-07']],
    ['a number of times, the first included', 'FREQ=DAILY;COUNT=3', ['05-06', '05-07']],
    [
      'without days that are left out, which count',
      'FREQ=DAILY;COUNT=5\nEXDATE;VALUE=DATE:20310507,20310508',
      ['05-06', '05-09'],
    ],
  ])('has its dates: %s', (_, rule, dates) => {
    const all = made(byRule(rule), 5);
    expect(all.map((date) => date.slice(5, 10))).toEqual(dates);
    expect(first(byRule(rule), 5)).toEqual(all);
  });

  it('stays at nine when the clocks are set, and is back on time after a day that skips it', () => {
    const daily = 'FREQ=DAILY';
    expect(made(byRule(daily, '2031-03-29T08:00:00Z'), 2)).toEqual(['2031-03-30T07:00', '2031-03-31T07:00']);
    const skipped = byRule(daily, '2031-03-29T01:30:00Z');
    expect(made(skipped, 2)).toEqual(['2031-03-30T01:30', '2031-03-31T00:30']);
    expect(first(skipped, 2)).toEqual(['2031-03-30T01:30', '2031-03-31T00:30']);
  });

  it('goes on after an outage, with what is left of its number', () => {
    const next = nextOccurrence(byRule('FREQ=DAILY;COUNT=10'), new Date('2031-05-08T12:00:00Z'));
    expect(next).toMatchObject({
      publishAt: new Date('2031-05-09T07:00:00Z'),
      repeatRule: 'FREQ=DAILY;COUNT=6',
    });
    expect(nextOccurrence(byRule('FREQ=DAILY;COUNT=3'), new Date('2031-05-08T12:00:00Z'))).toBeNull();
  });
});
