import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  UNKNOWN_ID,
  buildPost,
  createOne,
  refusal,
  setState,
  sql,
  type ErrorBody,
} from '../../test/factories.ts';
import { startInstance, type Answer, type TestInstance } from '../../test/instance.ts';

const [MINUTE, DAY] = [60_000, 86_400_000];

describe('GET /public/v1/find-slot/{id}', () => {
  let crier: TestInstance;
  let channel: string;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    channel = (await crier.connect('sandbox')).id;
  });
  beforeEach(() => sql(crier, 'delete from post_group'));
  afterAll(() => crier?.stop());

  const ask = (id = channel, key = crier.apiKey): Promise<Answer<ErrorBody & { date: string }>> =>
    crier.call('GET', `/find-slot/${id}`, { key });
  const slot = async (): Promise<number> => Date.parse((await ask()).body.date);
  const times = (...minutes: number[]): Promise<unknown> =>
    sql(crier, 'update integration set posting_times = $2 where id = $1', [
      channel,
      JSON.stringify(minutes.map((time) => ({ time }))),
    ]);
  /** Slots by their distance from now, so that no test depends on the hour in which it runs. */
  const today = (): number => Math.floor(Date.now() / DAY) * DAY;
  const minuteNow = (): number => Math.floor((Date.now() - today()) / MINUTE);
  const at = (ms: number, change = {}, on = channel): Promise<string> =>
    createOne(crier, buildPost(on, { date: new Date(ms).toISOString(), ...change }));

  it('answers the next usual time of a new channel, as a date with its zone', async () => {
    const answer = await ask();
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.body)).toEqual(['date']);
    expect(answer.body.date).toMatch(/T(09:00|12:30|17:30):00\.000Z$/);
    expect(await slot()).toBeGreaterThan(Date.now());
    const all = [540, 750, 1050].flatMap((m) => [today() + m * MINUTE, today() + DAY + m * MINUTE]);
    expect(await slot()).toBe(Math.min(...all.filter((ms) => ms > Date.now())));
  });

  it('skips minutes taken by any post of the organisation, in any channel and state', async () => {
    const minute = (minuteNow() + 120) % 1440;
    await times(minute);
    const first = await slot();
    const other = (await crier.connect('sandbox', { name: 'Other' })).id;
    await at(first);
    await at(first + DAY, { type: 'draft' }, other);
    const third = await at(first + 2 * DAY + 59_000);
    await setState(crier, third, 'failed');
    expect(await slot()).toBe(first + 3 * DAY);
    await crier.call('DELETE', `/posts/${third}`);
    expect(await slot()).toBe(first + 2 * DAY);
  });

  it('ignores posts a minute away, and posts of another organisation', async () => {
    await times((minuteNow() + 120) % 1440);
    const first = await slot();
    const ben = await crier.anotherOrganization();
    await createOne(
      crier,
      buildPost((await crier.connect('sandbox', { name: 'Ben' }, ben.id)).id, {
        date: new Date(first).toISOString(),
      }),
      ben.apiKey,
    );
    await at(first - 1);
    await at(first + MINUTE);
    expect(await slot()).toBe(first);
  });

  it('finds the earliest time even among times outside the day, which were once stored as local times', async () => {
    const ago = (minutes: number): number => (minuteNow() - minutes + 1440) % 1440;
    const [hour, twoHours] = [ago(60), ago(120)];
    // An hour and two hours ago by the clock: the next of them is the second, tomorrow or today.
    const next = Math.min(
      ...[hour, twoHours]
        .flatMap((m) => [today() + m * MINUTE, today() + DAY + m * MINUTE])
        .filter((ms) => ms > Date.now()),
    );
    for (const written of [
      [hour, twoHours],
      [hour + 1440, twoHours],
      [hour, twoHours - 1440],
      [hour + 2880, twoHours - 2880],
    ]) {
      await times(...written);
      expect(await slot()).toBe(next);
    }
  });

  it('counts the posts of the channel alone when it is asked to', async () => {
    await times((minuteNow() + 120) % 1440);
    const first = await slot();
    const other = (await crier.connect('sandbox', { name: 'Another' })).id;
    await at(first, {}, other);
    const counting = async (taken: string): Promise<number> =>
      Date.parse(
        (await crier.call<{ date: string }>('GET', `/find-slot/${channel}?taken=${taken}`)).body.date,
      );
    expect([await counting('channel'), await counting('organization')]).toEqual([first, first + DAY]);
    await at(first);
    expect(await counting('channel')).toBe(first + DAY);
  });

  it('finds no slot when no times are set', async () => {
    await times();
    expect(refusal(await ask())).toEqual({ status: 404, code: 'no_free_slot' });
  });

  it('finds a slot after a year of posts', async () => {
    await times((minuteNow() + 120) % 1440);
    const first = await slot();
    const id = await at(first);
    await sql(
      crier,
      `insert into post (id, post_group_id, organization_id, integration_id, public_group, state, publish_at, settings)
      select gen_random_uuid(), post_group_id, organization_id, integration_id, gen_random_uuid(), 'scheduled', publish_at + n * interval '24 hours', settings from post, generate_series(1, 400) n where id = $1`,
      [id],
    );
    expect(await slot()).toBe(first + 401 * DAY);
  });

  it("refuses a disabled channel, a malformed id, an unknown one, another organisation's and a deleted channel", async () => {
    await times(120);
    await sql(crier, 'update integration set disabled = true where id = $1', [channel]);
    expect(refusal(await ask())).toEqual({ status: 400, code: 'channel_disabled' });
    await sql(crier, 'update integration set disabled = false where id = $1', [channel]);
    expect((await ask()).status).toBe(200);
    expect(refusal(await ask('abc'))).toEqual({ status: 400, code: 'invalid_id' });
    expect(refusal(await ask(UNKNOWN_ID))).toEqual({ status: 404, code: 'integration_not_found' });
    expect(refusal(await ask(channel, (await crier.anotherOrganization()).apiKey))).toEqual({
      status: 403,
      code: 'foreign_resource',
    });
    const gone = (await crier.connect('sandbox', { name: 'Gone' })).id;
    await sql(crier, 'update integration set deleted_at = now() where id = $1', [gone]);
    expect(refusal(await ask(gone))).toEqual({ status: 404, code: 'integration_not_found' });
  });
});
