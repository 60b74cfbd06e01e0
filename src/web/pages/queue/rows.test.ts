import { describe, expect, it } from '@jest/globals';
import { afterDrop, movable, rowsOf, shuffled, spread, type QueuedPost } from './rows.ts';

const at = (hour: number): string => `2031-05-04T${String(hour).padStart(2, '0')}:00:00.000Z`;
const post = (id: string, hour: number, change: Partial<QueuedPost> = {}): QueuedPost =>
  ({ id, publishDate: at(hour), canMove: true, isRepeat: false, ...change }) as QueuedPost;
const slot = (hour: number): { channelId: string; date: string } => ({ channelId: 'a', date: at(hour) });
const hours = (dates: ReadonlyMap<string, number>): unknown =>
  Object.fromEntries([...dates].map(([id, ms]) => [id, new Date(ms).getUTCHours()]));

describe('the rows of a queue', () => {
  const posts = [post('a', 8), post('sent', 9, { canMove: false }), post('b', 10), post('c', 12)];
  const rows = rowsOf({ posts, slots: [slot(11), slot(13)] }, new Map());

  it('are posts and free times by date, with what has just been changed', () => {
    expect(rows.map(({ key }) => key)).toEqual(['a', 'sent', 'b', at(11), 'c', at(13)]);
    const moved = rowsOf({ posts, slots: [slot(11)] }, new Map([['a', Date.parse(at(11))]]));
    expect(moved.map(({ key }) => key)).toEqual(['sent', 'b', 'a', 'c']);
  });

  it('take each other’s dates when one is dropped on another; what cannot be moved keeps its own', () => {
    expect(hours(afterDrop(rows, 'a', 'c'))).toEqual({ b: 8, c: 10, a: 12 });
    expect(hours(afterDrop(rows, 'c', 'a'))).toEqual({ c: 8, a: 10, b: 12 });
    expect(hours(afterDrop(rows, 'a', at(13)))).toEqual({ a: 13 });
    for (const [key, over] of [
      ['a', 'sent'],
      ['sent', 'a'],
      ['a', 'a'],
      ['a', 'gone'],
    ] as const) {
      expect(afterDrop(rows, key, over).size).toBe(0);
    }
  });

  it('are spread at equal distances, in their order', () => {
    expect(hours(spread(movable(rows), Date.parse(at(6)), Date.parse(at(10))))).toEqual({
      a: 6,
      b: 8,
      c: 10,
    });
    expect(hours(spread([post('a', 8)], Date.parse(at(6)), Date.parse(at(10))))).toEqual({ a: 6 });
  });

  it('are shuffled into another order, with all of them', () => {
    for (let n = 0; n < 20; n++) {
      const order = shuffled(['a', 'b', 'c']);
      expect(order).not.toEqual(['a', 'b', 'c']);
      expect(order.toSorted()).toEqual(['a', 'b', 'c']);
    }
    expect(shuffled(['a'])).toEqual(['a']);
  });
});
