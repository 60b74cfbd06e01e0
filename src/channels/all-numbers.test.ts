import { describe, expect, it } from '@jest/globals';
import { daysUntil, summarize } from './all-numbers.ts';

const PERIOD = ['2031-05-05', '2031-05-06', '2031-05-07'];

describe('a number over a period', () => {
  it('that stands at a value is its newest one, compared with the last before the period', () => {
    const days = { '2031-05-01': 90, '2031-05-04': 100, '2031-05-05': 104, '2031-05-06': 110 };
    expect(summarize({ label: 'Followers', perDay: false, days }, PERIOD)).toEqual({
      label: 'Followers',
      perDay: false,
      total: 110,
      before: 100,
      series: [104, 110, null],
    });
  });

  it('that is known only within the period is compared with the first day in it, and one day with nothing', () => {
    const followers = (days: Record<string, number>) =>
      summarize({ label: 'Followers', perDay: false, days }, PERIOD);
    expect(followers({ '2031-05-05': 104, '2031-05-07': 110 })?.before).toBe(104);
    expect(followers({ '2031-05-07': 110 })?.before).toBeNull();
  });

  it('that counts each day is their sum, compared with the same days of the period before', () => {
    const days = { '2031-05-02': 1, '2031-05-03': 2, '2031-05-04': 400, '2031-05-05': 10, '2031-05-06': 20 };
    expect(summarize({ label: 'Views', perDay: true, days }, PERIOD)).toEqual({
      label: 'Views',
      perDay: true,
      total: 30,
      before: 3,
      series: [10, 20, null],
    });
  });

  it('that counts each day is compared with nothing while a day of the period before is missing', () => {
    const days = { '2031-05-03': 2, '2031-05-05': 10, '2031-05-06': 20 };
    expect(summarize({ label: 'Views', perDay: true, days }, PERIOD)?.before).toBeNull();
  });

  it('is left out where the period has none', () => {
    expect(summarize({ label: 'Views', perDay: true, days: { '2031-05-04': 1 } }, PERIOD)).toBeUndefined();
  });

  it('ends with today, in UTC', () => {
    expect(daysUntil(Date.parse('2031-03-01T23:59:00Z'), 3)).toEqual([
      '2031-02-27',
      '2031-02-28',
      '2031-03-01',
    ]);
  });
});
