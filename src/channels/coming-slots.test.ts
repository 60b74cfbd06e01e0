import { describe, expect, it } from '@jest/globals';
import { freeSlots } from './coming-slots.ts';
import { postingTimesOf, toStored } from './posting-times.ts';

const from = new Date('2031-05-04T09:00:00Z');
const to = new Date('2031-05-05T23:59:59Z');
const none = new Set<number>();
const datesOf = async (
  minutes: number[],
  taken: ReadonlySet<number> = none,
  limit = 10,
): Promise<string[]> => {
  const slots = await freeSlots(
    [
      {
        channelId: 'a',
        times: postingTimesOf({ postingTimes: toStored(minutes), postingLocal: true }, 'UTC'),
        taken,
      },
    ],
    { from, to, limit },
  );
  return slots.map(({ date }) => date.toISOString());
};

describe('posting times as dates', () => {
  it('come each day, soonest first, from now on', async () => {
    expect(await datesOf([540, 600])).toEqual([
      '2031-05-04T10:00:00.000Z',
      '2031-05-05T09:00:00.000Z',
      '2031-05-05T10:00:00.000Z',
    ]);
  });

  it('leave out a minute that has a post, and stop at a limit', async () => {
    expect(await datesOf([600], new Set([Date.parse('2031-05-04T10:00:00Z')]))).toEqual([
      '2031-05-05T10:00:00.000Z',
    ]);
    expect(await datesOf([600, 601], none, 1)).toEqual(['2031-05-04T10:00:00.000Z']);
  });
});
