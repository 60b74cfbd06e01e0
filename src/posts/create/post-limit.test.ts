import { describe, expect, it } from '@jest/globals';
import type { PostLimit } from '../../../providers/_kit/contract.ts';
import { freeAt } from './post-limit.ts';

const ms = (iso: string): number => Date.parse(`2031-${iso}Z`);
const ROLLING: PostLimit = { posts: 3, of: 'account', within: { hours: 24 }, eachPart: true };
const PACIFIC: PostLimit = { posts: 2, of: 'app', within: { dayIn: 'America/Los_Angeles' }, eachPart: false };

const found = (limit: PostLimit, taken: readonly string[], post: { at: string; needed?: number }) => {
  const { used, until } = freeAt(taken.map(ms), { limit, needed: post.needed ?? 1, at: ms(post.at) });
  return { used, until: until === null ? null : new Date(until).toISOString().slice(5, 16) };
};

describe('a limit of posts', () => {
  it('lets a post go at its date while there is room', () => {
    const taken = ['05-04T08:00', '05-04T09:00'];
    expect(found(ROLLING, taken, { at: '05-04T10:00' })).toEqual({ used: 2, until: '05-04T10:00' });
  });

  it('of hours makes it wait until enough of those before it have left the period', () => {
    const taken = ['05-04T08:00', '05-04T09:00', '05-04T09:30'];
    expect(found(ROLLING, taken, { at: '05-04T10:00' })).toEqual({ used: 3, until: '05-05T08:00' });
    expect(found(ROLLING, taken, { at: '05-04T10:00', needed: 2 }).until).toBe('05-05T09:00');
  });

  it('counts what is planned for the time that the post would wait for', () => {
    const taken = ['05-04T08:00', '05-04T09:00', '05-04T09:30', '05-05T07:00'];
    expect(found(ROLLING, taken, { at: '05-04T10:00' }).until).toBe('05-05T09:00');
  });

  it('does not count what comes after the post, or came before the period', () => {
    const taken = ['05-03T09:59', '05-04T09:00', '05-04T12:00', '05-04T13:00'];
    expect(found(ROLLING, taken, { at: '05-04T10:00' })).toEqual({ used: 1, until: '05-04T10:00' });
  });

  it('of a day makes it wait for midnight in the zone of the network', () => {
    const taken = ['05-04T08:00', '05-04T09:00'];
    // Midnight in Los Angeles is 07:00 UTC in May.
    expect(found(PACIFIC, taken, { at: '05-04T20:00' })).toEqual({ used: 2, until: '05-05T07:00' });
    expect(found(PACIFIC, taken, { at: '05-05T07:00' })).toEqual({ used: 0, until: '05-05T07:00' });
    expect(found(PACIFIC, ['05-04T06:59', '05-04T09:00'], { at: '05-04T20:00' }).used).toBe(1);
  });

  it('never has room for a thread that is longer than the limit', () => {
    expect(found(ROLLING, [], { at: '05-04T10:00', needed: 4 })).toEqual({ used: 0, until: null });
  });
});
