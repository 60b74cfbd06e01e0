import { describe, expect, it } from '@jest/globals';
import { minutesIn, postingTimesOf, slotsAfter } from './posting-times.ts';

const BERLIN = 'Europe/Berlin';
const timesOf = (minutes: number[], local: boolean) =>
  postingTimesOf({ postingTimes: minutes.map((time) => ({ time })), postingLocal: local }, BERLIN);
const first = (count: number, ...args: Parameters<typeof slotsAfter>): string[] => {
  const slots: string[] = [];
  for (const ms of slotsAfter(...args)) {
    slots.push(new Date(ms).toISOString());
    if (slots.length === count) break;
  }
  return slots;
};

describe('posting times', () => {
  it('that a person set keep their place on the clock when summer time begins and ends', () => {
    expect(first(3, timesOf([540], true), Date.parse('2031-03-29T00:00:00Z'))).toEqual([
      '2031-03-29T08:00:00.000Z',
      '2031-03-30T07:00:00.000Z',
      '2031-03-31T07:00:00.000Z',
    ]);
    expect(first(2, timesOf([540], true), Date.parse('2031-10-25T12:00:00Z'))).toEqual([
      '2031-10-26T08:00:00.000Z',
      '2031-10-27T08:00:00.000Z',
    ]);
  });

  it('that nobody set are those of UTC, as existing clients know them', () => {
    expect(first(3, timesOf([120, 400], false), Date.parse('2031-03-29T03:00:00Z'))).toEqual([
      '2031-03-29T06:40:00.000Z',
      '2031-03-30T02:00:00.000Z',
      '2031-03-30T06:40:00.000Z',
    ]);
  });

  it('fall an hour later on the day whose clock leaves them out, and once on the day that has them twice', () => {
    expect(first(2, timesOf([150], true), Date.parse('2031-03-29T12:00:00Z'))).toEqual([
      '2031-03-30T01:30:00.000Z',
      '2031-03-31T00:30:00.000Z',
    ]);
    expect(first(2, timesOf([150], true), Date.parse('2031-10-25T12:00:00Z'))).toEqual([
      '2031-10-26T00:30:00.000Z',
      '2031-10-27T01:30:00.000Z',
    ]);
  });

  it('end at once where there are none, and come in order however they were stored', () => {
    expect(first(1, timesOf([], true), 0)).toEqual([]);
    expect(timesOf([700, 120 + 1440, 400 - 1440, 120], false).minutes).toEqual([120, 400, 700]);
  });

  it('are shown by the clock of the organisation', () => {
    expect(minutesIn(timesOf([120, 1430], false), BERLIN, Date.parse('2031-01-10T12:00:00Z'))).toEqual([
      50, 180,
    ]);
    expect(minutesIn(timesOf([540], true), BERLIN, Date.now())).toEqual([540]);
  });
});
