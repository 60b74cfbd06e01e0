/** The result of a look at a list, for any network. */
import { describe, expect, it } from '@jest/globals';
import { isBefore, readSince, verdictOn, type Likeness, type Listed } from './lookup.ts';
import type { Published } from './publishing.ts';

const show = ([id]: readonly [string, Likeness]): Published => ({
  id,
  url: `https://a.example/${id}`,
  ref: null,
});

const look = (
  posts: readonly (readonly [string, Likeness])[],
  { complete = true, taken = [], outAs }: { complete?: boolean; taken?: string[]; outAs?: number } = {},
) =>
  verdictOn(
    { posts, complete },
    {
      likenessOf: ([, likeness]) => likeness,
      show,
      isTaken: ({ id }) => taken.includes(id),
      noun: 'posts of the account',
      afterMs: 7,
      ...(outAs ? { outAs } : {}),
    },
  );

describe('a look at a list', () => {
  it('finds what is ours by an id, before and after posts with the same text', () => {
    expect(
      look(
        [
          ['1', 'same words'],
          ['2', 'ours'],
        ],
        { complete: false },
      ),
    ).toEqual({ status: 'found', published: show(['2', 'ours']), byWords: false });
  });

  it('finds by its text the oldest that is not taken', () => {
    const posts = [
      ['1', 'same words'],
      ['2', 'like it'],
      ['3', 'same words'],
      ['4', 'same words'],
    ] as const;
    expect(look(posts, { taken: ['1'] })).toMatchObject({
      status: 'found',
      published: { id: '3' },
      byWords: true,
    });
  });

  it('cannot decide while something resembles it, and names that', () => {
    expect(
      look([
        ['1', 'other'],
        ['2', 'like it'],
      ]),
    ).toEqual({
      status: 'unknown',
      reason: 'The post at https://a.example/2 resembles this one; check whether it is the same',
    });
  });

  it('cannot decide while it has not seen everything', () => {
    expect(look([['1', 'other']], { complete: false })).toMatchObject({ status: 'unknown' });
    expect(look([['1', 'same words']], { complete: false, taken: ['1'] })).toMatchObject({
      status: 'unknown',
    });
  });

  it('reports that it is absent when everything else is others', () => {
    expect(
      look(
        [
          ['1', 'other'],
          ['2', 'same words'],
          ['3', 'like it'],
        ],
        { taken: ['2', '3'] },
      ),
    ).toEqual({
      status: 'absent',
      evidence: 'None of the 3 posts of the account since the call is this one',
      afterMs: 7,
    });
  });

  it('takes what is left for it, when the network reports that it is published', () => {
    expect(look([['1', 'like it']], { outAs: 1 })).toMatchObject({ status: 'found', byWords: true });
    expect(
      look(
        [
          ['1', 'like it'],
          ['2', 'like it'],
        ],
        { outAs: 1 },
      ),
    ).toMatchObject({ status: 'unknown' });
    expect(look([['1', 'like it']], { outAs: 1, complete: false })).toMatchObject({ status: 'unknown' });
  });
});

describe('reading a list back to a call', () => {
  const pages = async (
    all: readonly (readonly number[])[],
    options: { isPinned?(n: number): boolean; madeAt?(n: number): number } = {},
  ): Promise<Listed<number> & { read: number }> => {
    let read = 0;
    const listed = await readSince<number>({
      read: async (from) => {
        read++;
        const page = Number(from ?? 0);
        return { items: all[page] ?? [], next: page + 1 < all.length ? String(page + 1) : null };
      },
      isBefore: (n) => n < 10,
      mostPages: 3,
      ...options,
    });
    return { ...listed, read };
  };

  it('ends at the first that is older, and gives the oldest first', async () => {
    expect(
      await pages([
        [15, 14],
        [13, 9],
        [8, 7],
      ]),
    ).toEqual({ posts: [13, 14, 15], complete: true, read: 2 });
  });

  it('goes on over a page without any, and over those that are pinned', async () => {
    expect(await pages([[], [15, 9]])).toMatchObject({ posts: [15], complete: true });
    const isPinned = (n: number): boolean => n === 1;
    expect(await pages([[1], [15, 9]], { isPinned })).toMatchObject({ posts: [15], complete: true });
  });

  it('is not complete when there is more than it may read', async () => {
    expect(await pages([[19], [18], [17], [16]])).toEqual({ posts: [17, 18, 19], complete: false, read: 3 });
  });

  it('reads to the end what comes in any order', async () => {
    expect(await pages([[12, 1], [15], [11]], { madeAt: (n) => n })).toMatchObject({
      posts: [11, 12, 15],
      complete: true,
    });
  });

  it('takes a missing time for one after the call', () => {
    const sentAt = new Date('2031-05-04T10:00:00Z');
    expect(isBefore('2031-05-04T09:50:00Z', sentAt, 60_000)).toBe(true);
    expect(isBefore('2031-05-04T09:59:30Z', sentAt, 60_000)).toBe(false);
    expect(isBefore(undefined, sentAt, 60_000)).toBe(false);
    expect(isBefore('soon', sentAt, 60_000)).toBe(false);
  });
});
