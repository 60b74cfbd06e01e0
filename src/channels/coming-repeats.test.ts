/** Thousands of series: what they cost a post of the queue. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { buildPost, createOne } from '../test/factories.ts';
import { startInstance, type TestInstance } from '../test/instance.ts';
import { readComingTaken, takenBy, type Head } from './coming-repeats.ts';

const DAY_MS = 86_400_000;
const FROM = new Date('2031-05-05T00:00:00Z');
/** Daily ones, each at a minute of its own. */
const daily = (count: number): Head[] =>
  Array.from({ length: count }, (_, n) => ({
    channelId: 'a',
    publishMs: FROM.getTime() + (n % 1440) * 60_000 - DAY_MS,
    intervalDays: 1,
    timeZone: 'UTC',
  }));
const at = (days: number): number => FROM.getTime() + days * DAY_MS;

describe('thousands of series', () => {
  it('let everything else have its turn while their dates are computed', async () => {
    let turns = 0;
    let isOver = false;
    const count = (): void => {
      turns++;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    expect(await takenBy(daily(3000), FROM)('a').has(at(2))).toBe(true);
    isOver = true;
    // A week of 3,000 dates a day.
    expect(turns).toBeGreaterThan(20);
  });

  it('take posting times less far ahead than one does', async () => {
    expect(await takenBy(daily(1), FROM)('a').has(at(300))).toBe(true);
    const many = takenBy(daily(5000), FROM)('a');
    expect(await many.has(at(20))).toBe(true);
    expect(await many.has(at(300))).toBe(false);
  });

  describe('of other channels', () => {
    let crier: TestInstance;
    let channel: string;
    beforeAll(async () => {
      crier = await startInstance({ temporal: false });
      channel = (await crier.connect('sandbox')).id;
      const other = (await crier.connect('sandbox', { name: 'Other' })).id;
      for (const one of [channel, other, other, other]) {
        await createOne(crier, buildPost(one, { date: '2031-05-04T07:00:00Z', repeat: 'FREQ=DAILY' }));
      }
    });
    afterAll(() => crier?.stop());

    it('are not read for the queue of one', async () => {
      const rows: number[] = [];
      const { database } = crier.context;
      const counting = {
        ...database,
        query: async (...args: Parameters<typeof database.query>) => {
          const found = await database.query(...args);
          rows.push(found.length);
          return found;
        },
      } as typeof database;
      const { organizationId } = crier;
      const coming = await readComingTaken(counting, { organizationId, channelIds: [channel] }, FROM);
      expect(await coming(channel).has(Date.parse('2031-05-06T07:00:00Z'))).toBe(true);
      await readComingTaken(counting, { organizationId, channelIds: null }, FROM);
      expect(rows).toEqual([1, 4]);
    });
  });
});
