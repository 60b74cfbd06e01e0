import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { createDatabaseClock } from './database-clock.ts';
import { buildPost, createOne, refusal, sql, type ErrorBody } from '../test/factories.ts';
import { startInstance, type TestInstance } from '../test/instance.ts';

const HOUR_MS = 3_600_000;

describe('the database clock', () => {
  let crier: TestInstance;
  let channel: string;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    channel = (await crier.connect('sandbox')).id;
  });
  afterEach(() => void jest.restoreAllMocks());
  afterAll(() => crier?.stop());

  const databaseMs = async (): Promise<number> =>
    (
      await sql<{ ms: number }>(crier, 'select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms')
    )[0]?.ms ?? 0;
  /** From now on this process believes in another time; the database does not. */
  const believe = (offsetMs: number): void => {
    const real = Date.now;
    jest.spyOn(Date, 'now').mockImplementation(() => real() + offsetMs);
  };

  it.each([
    ['an hour ahead', HOUR_MS],
    ['an hour behind', -HOUR_MS],
  ])('is right for a process whose own clock is set %s in the meantime', async (_, offsetMs) => {
    const clock = createDatabaseClock(crier.context.database);
    await clock();
    believe(offsetMs);
    const before = await databaseMs();
    const read = (await clock()).getTime();
    expect(read).toBeGreaterThanOrEqual(Math.floor(before));
    expect(read).toBeLessThanOrEqual(await databaseMs());
  });

  it('is queried once for many readings', async () => {
    const { database } = crier.context;
    const query = jest.spyOn(database, 'query');
    const clock = createDatabaseClock(database);
    const readings = [await clock(), await clock(), await clock()];
    expect(query).toHaveBeenCalledTimes(1);
    expect(readings.toSorted((a, b) => a.getTime() - b.getTime())).toEqual(readings);
  });

  it.each([
    ['ahead', HOUR_MS],
    ['behind', -HOUR_MS],
  ])('decides what is in the past and when "now" is, for an API that is %s', async (_, offsetMs) => {
    const real = Date.now();
    believe(offsetMs);
    const id = await createOne(crier, buildPost(channel, { date: new Date(real + 60_000).toISOString() }));
    const now = await createOne(crier, buildPost(channel, { type: 'now' }));
    const late = await crier.call<ErrorBody>('POST', '/posts', {
      body: buildPost(channel, { date: new Date(real - 11 * 60_000).toISOString() }),
    });
    expect(refusal(late)).toMatchObject({ status: 400, code: 'invalid_date' });
    const rows = await sql(
      crier,
      `select p.id, abs(extract(epoch from p.created_at - clock_timestamp())) < 60 and abs(extract(epoch from o.available_at - clock_timestamp())) < 60 as told,
      abs(extract(epoch from p.publish_at - clock_timestamp())) < 90 as due, (select bool_and(abs(extract(epoch from e.at - clock_timestamp())) < 60) from post_event e where e.post_id = p.id) as lined
      from post p join outbox o on o.post_group_id = p.post_group_id where p.id = any($1) order by p.id`,
      [[id, now]],
    );
    expect(rows).toEqual([id, now].toSorted().map((it) => ({ id: it, told: true, due: true, lined: true })));
  });
});
