import { describe, expect, it } from '@jest/globals';
import { postingTimesOf, slotsAfter, timesIn, toStored, type PresentedTime } from './posting-times.ts';

const BERLIN = 'Europe/Berlin';
const timesOf = (times: PresentedTime[], local: boolean) =>
  postingTimesOf({ postingTimes: toStored(times), postingLocal: local }, BERLIN);
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

  it('come in the order of the instants on the day whose clock leaves one out', () => {
    // 2:30 is 3:30 on this day, half an hour after 3:00.
    expect(first(2, timesOf([150, 180], true), Date.parse('2031-03-29T12:00:00Z'))).toEqual([
      '2031-03-30T01:00:00.000Z',
      '2031-03-30T01:30:00.000Z',
    ]);
  });

  it('end at once where there are none, and come in order however they were stored', () => {
    expect(first(1, timesOf([], true), 0)).toEqual([]);
    const stored = [700, 120 + 1440, 400 - 1440, 120].map((time) => ({ time }));
    const { times } = postingTimesOf({ postingTimes: stored, postingLocal: false }, BERLIN);
    expect(times.map(({ minute }) => minute)).toEqual([120, 400, 700]);
    expect(first(1, timesOf([{ time: 540, days: [] }], true), 0)).toEqual([]);
  });

  it('come on their weekdays, by the clock of the organisation', () => {
    const times = timesOf([{ time: 30, days: [1, 3] }, 540, { time: 30, days: [3, 7] }], true);
    // 2031-05-04 is a Sunday.
    expect(first(5, times, Date.parse('2031-05-03T12:00:00Z'))).toEqual([
      '2031-05-03T22:30:00.000Z',
      '2031-05-04T07:00:00.000Z',
      '2031-05-04T22:30:00.000Z',
      '2031-05-05T07:00:00.000Z',
      '2031-05-06T07:00:00.000Z',
    ]);
    expect(
      toStored([
        { time: 30, days: [1, 2, 3] },
        { time: 30, days: [4, 5, 6, 7] },
      ]),
    ).toEqual([{ time: 30 }]);
  });

  it('are shown by the clock of the organisation', () => {
    expect(
      timesIn(timesOf([120, { time: 1430, days: [7] }], false), BERLIN, Date.parse('2031-01-10T12:00:00Z')),
    ).toEqual([{ time: 50, days: [1] }, 180]);
    expect(timesIn(timesOf([540], true), BERLIN, Date.now())).toEqual([540]);
  });
});
