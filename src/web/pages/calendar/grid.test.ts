import { describe, expect, it } from '@jest/globals';
import {
  daysOf,
  firstDayOfWeek,
  pilesOf,
  placesOf,
  rangeOf,
  snap,
  stepBy,
  weekStart,
  weeksOf,
} from './grid.ts';

describe('the grid of the calendar', () => {
  it('begins a week where the language does', () => {
    expect([firstDayOfWeek('de-DE'), firstDayOfWeek('en-GB'), firstDayOfWeek('en-US')]).toEqual([1, 1, 7]);
    expect(weekStart('2026-11-22', 1)).toBe('2026-11-16');
    expect(weekStart('2026-11-22', 7)).toBe('2026-11-22');
    expect(weekStart('2026-11-23', 1)).toBe('2026-11-23');
  });

  it('shows whole weeks of a month: four, five or six', () => {
    expect(weeksOf('2027-02-14', 1).map((week) => week[0])).toEqual([
      '2027-02-01',
      '2027-02-08',
      '2027-02-15',
      '2027-02-22',
    ]);
    expect(weeksOf('2026-11-05', 1)).toHaveLength(6);
    expect(weeksOf('2026-11-05', 7)).toHaveLength(5);
    expect(weeksOf('2026-11-05', 1).flat().at(-1)).toBe('2026-12-06');
  });

  it('knows the days of each view, and where a step leads', () => {
    expect(daysOf('day', '2026-11-22', 1)).toEqual(['2026-11-22']);
    expect(daysOf('week', '2026-11-22', 1)).toHaveLength(7);
    expect(daysOf('list', '2026-11-22', 1)).toHaveLength(30);
    expect(stepBy('day', '2026-11-30', 1)).toBe('2026-12-01');
    expect(stepBy('week', '2026-11-30', -1)).toBe('2026-11-23');
    expect(stepBy('month', '2026-01-31', 1)).toBe('2026-02-01');
  });

  it('asks for whole days in the zone, also where a day has 23 hours', () => {
    expect(rangeOf(['2027-03-28'], 'Europe/Berlin')).toEqual({
      from: '2027-03-27T23:00:00.000Z',
      to: '2027-03-28T21:59:59.999Z',
    });
  });

  it('rounds to a quarter of an hour within the day', () => {
    expect([-20, 0, 7, 8, 570, 1439].map(snap)).toEqual([0, 0, 0, 15, 570, 1425]);
  });
});

describe('posts among hours', () => {
  const size = { line: 30, tall: 70, most: 3 };

  it('have room for three lines where nothing follows, and as much as there is where a post does', () => {
    expect(pilesOf([540, 700, 740], size).boxes).toEqual([
      { top: 540, height: 70 },
      { top: 700, height: 40 },
      { top: 740, height: 70 },
    ]);
  });

  it('at one minute stand in lines, one below the other', () => {
    expect(pilesOf([540, 540, 545, 640], size)).toEqual({
      boxes: [
        { top: 540, height: 30 },
        { top: 570, height: 30 },
        { top: 600, height: 40 },
        { top: 640, height: 70 },
      ],
      crowds: [],
    });
  });

  it('are counted where there is no room for all of them', () => {
    const { boxes, crowds } = pilesOf([540, 540, 540, 545, 900], size);
    expect(boxes).toEqual([
      { top: 540, height: 30 },
      { top: 570, height: 30 },
      null,
      null,
      { top: 900, height: 70 },
    ]);
    expect(crowds).toEqual([{ top: 600, height: 30, count: 2 }]);
  });

  it('stay within the day', () => {
    expect(pilesOf([1435, 1439], size).boxes).toEqual([
      { top: 1380, height: 30 },
      { top: 1410, height: 30 },
    ]);
    // What is pushed up covers nothing: it takes in what stands there.
    expect(pilesOf([1350, 1390, 1430, 1430, 1430], size)).toEqual({
      boxes: [{ top: 1350, height: 30 }, { top: 1380, height: 30 }, null, null, null],
      crowds: [{ top: 1410, height: 30, count: 3 }],
    });
    expect(pilesOf([1439], size).boxes).toEqual([{ top: 1410, height: 30 }]);
    expect(pilesOf([], size)).toEqual({ boxes: [], crowds: [] });
  });
});

describe('free posting times among posts', () => {
  const size = { line: 30, tall: 70, most: 3 };

  it('are covered by no post: one leaves room, or has them in the line below', () => {
    expect(placesOf([540, 700], [540, 740], size)).toEqual({
      posts: [
        { top: 540, height: 30 },
        { top: 700, height: 40 },
      ],
      slots: new Map([
        [540, { top: 570, height: 70 }],
        [740, { top: 740, height: 70 }],
      ]),
      crowds: [],
    });
  });

  it('give way where there is no room for all', () => {
    const { posts, slots, crowds } = placesOf([540, 540, 545], [540, 550, 900], size);
    expect(posts.map((box) => box?.top)).toEqual([540, 570, 600]);
    expect([[...slots.keys()], crowds]).toEqual([[900], []]);
    expect(placesOf([540, 540, 540, 545], [540], size).crowds).toEqual([{ top: 600, height: 30, count: 2 }]);
  });
});
