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
import { addPerson, type TestPerson } from '../../test/person.ts';

interface Moved {
  readonly id: string;
  readonly publishDate: string;
  readonly revision: number;
}
type Wanted = { id: string; date?: string; revision?: number };
type Asked = { onlyFree?: boolean };

const on = (day: string): string => `${day}T10:00:00.000Z`;

describe('POST /posts/reschedule', () => {
  let crier: TestInstance;
  let channel: string;
  let ada: TestPerson;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    ada = await addPerson(crier);
    channel = (await crier.connect('sandbox')).id;
  });
  beforeEach(() => sql(crier, 'delete from post_group'));
  afterAll(() => crier?.stop());

  const ask = (posts: Wanted[], asked: Asked = {}): Promise<Answer<Moved[] & ErrorBody>> =>
    crier.call('POST', '/posts/reschedule', { body: { posts, ...asked } });
  const post = (day: string, changes = {}): Promise<string> =>
    createOne(crier, buildPost(channel, { date: on(day), ...changes }));
  const dateOf = async (id: string): Promise<string> =>
    (await crier.call<{ publishDate: string }>('GET', `/posts/${id}`)).body.publishDate;
  const slots = async (): Promise<string[]> => {
    const range = `from=${new Date().toISOString()}&to=${new Date(Date.now() + 9 * 86_400_000).toISOString()}`;
    const { body } = await ada.call<{ slots: { date: string }[] }>('GET', `/calendar?${range}`);
    return body.slots.map(({ date }) => date);
  };

  it('gives each post its date, in the order of the request, and notes it in each timeline', async () => {
    const [first, second] = [await post('2031-05-04'), await post('2031-05-05', { type: 'draft' })];
    const { status, body } = await ask([
      { id: second, date: on('2031-05-04') },
      { id: first, date: on('2031-05-05'), revision: 1 },
    ]);
    expect(status).toBe(201);
    expect(body).toEqual([
      { id: second, publishDate: on('2031-05-04'), revision: 2 },
      { id: first, publishDate: on('2031-05-05'), revision: 2 },
    ]);
    const [row] = await sql<{ count: number }>(
      crier,
      "select count(*)::int as count from post_event where kind = 'rescheduled'",
    );
    expect(row?.count).toBe(2);
  });

  it('changes nothing at all when one post cannot be changed, and says which', async () => {
    const [first, sent] = [await post('2031-05-04'), await post('2031-05-05')];
    await setState(crier, sent, 'published');
    const later = on('2031-06-01');
    const refused = async (...posts: Wanted[]) => {
      const answer = refusal(await ask([{ id: first, date: later }, ...posts]));
      expect(await dateOf(first)).toBe(on('2031-05-04'));
      return answer;
    };
    expect(await refused({ id: sent, date: later })).toEqual({
      status: 409,
      code: 'post_locked',
      paths: ['posts.1.id'],
    });
    const changed = await post('2031-05-06');
    expect(await refused({ id: changed, date: later, revision: 7 })).toMatchObject({
      code: 'revision_mismatch',
      paths: ['posts.1.id'],
    });
    expect(await refused({ id: UNKNOWN_ID, date: later })).toMatchObject({ code: 'post_not_found' });
    expect(await refused({ id: UNKNOWN_ID })).toMatchObject({
      code: 'post_not_found',
      paths: ['posts.1.id'],
    });
    expect(await refused({ id: changed, date: '2020-01-01T00:00:00Z' })).toMatchObject({
      code: 'invalid_date',
      paths: ['posts.1.date'],
    });
    expect(await refused({ id: changed, date: 'soon' })).toMatchObject({ paths: ['posts.1.date'] });
    expect(await refused({ id: first, date: later })).toMatchObject({ paths: ['posts.1.id'] });
  });

  it('finds the next free posting times for posts without a date, whose own dates are free by then', async () => {
    const [soonest = '', next = ''] = await slots();
    const [first, second] = [await post('2031-05-04'), await post('2031-05-05', { date: soonest })];
    const { body } = await ask([{ id: first }, { id: second }]);
    expect(body.map(({ publishDate }) => publishDate)).toEqual([soonest, next]);
  });

  it('gives no posting time twice in one request', async () => {
    const [soonest = '', next = ''] = await slots();
    const [first, second] = [await post('2031-05-04'), await post('2031-05-05')];
    const { body } = await ask([{ id: first, date: soonest }, { id: second }]);
    expect(body.map(({ publishDate }) => publishDate)).toEqual([soonest, next]);
  });

  it('with onlyFree, gives one date to one of two posts that ask for it at the same time', async () => {
    const [free, onlyFree] = [on('2031-06-01'), true];
    const posts = await Promise.all(['2031-05-04', '2031-05-05'].map((day) => post(day)));
    const answers = await Promise.all(posts.map((id) => ask([{ id, date: free }], { onlyFree })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    const dates = await Promise.all(posts.map(dateOf));
    expect(dates.filter((date) => date === free)).toHaveLength(1);
    // A date that was not taken from the free ones may be one that another post has.
    const [again] = await Promise.all(posts.map((id) => ask([{ id, date: free }])));
    expect(again?.status).toBe(201);
  });

  it('with onlyFree, refuses the date of another post and moves nothing, and lets posts swap theirs', async () => {
    const [a, b] = [await post('2031-05-04'), await post('2031-05-05')];
    await post('2031-05-06', { type: 'draft' });
    const all = [
      { id: a, date: on('2031-05-07') },
      { id: b, date: '2031-05-06T10:00:30.000Z' },
    ];
    const refused = await ask(all, { onlyFree: true });
    expect(refusal(refused)).toEqual({ status: 409, code: 'slot_taken', paths: ['posts.1.date'] });
    expect(await Promise.all([a, b].map(dateOf))).toEqual([on('2031-05-04'), on('2031-05-05')]);
    const swapped = [
      { id: a, date: on('2031-05-05') },
      { id: b, date: on('2031-05-04') },
    ];
    expect((await ask(swapped, { onlyFree: true })).status).toBe(201);
    const same = [a, b].map((id) => ({ id, date: on('2031-05-08') }));
    expect(refusal(await ask(same, { onlyFree: true }))).toMatchObject({ paths: ['posts.1.date'] });
    // Another channel has times of its own, and another organisation's post is none of ours.
    const other = (await crier.connect('sandbox')).id;
    const elsewhere = await createOne(crier, buildPost(other, { date: on('2031-05-10') }));
    const there = { id: elsewhere, date: on('2031-05-06') };
    expect((await ask([there], { onlyFree: true })).status).toBe(201);
    const unknown = await ask([{ id: UNKNOWN_ID, date: on('2031-05-06') }], { onlyFree: true });
    expect(refusal(unknown)).toMatchObject({ code: 'post_not_found', paths: ['posts.0.id'] });
  });

  it('with onlyFree, refuses the date of a coming post of a series', async () => {
    await post('2031-05-04', { repeat: 'FREQ=WEEKLY' });
    const id = await post('2031-05-05');
    const taken = await ask([{ id, date: on('2031-05-11') }], { onlyFree: true });
    expect(refusal(taken)).toEqual({ status: 409, code: 'slot_taken', paths: ['posts.0.date'] });
    expect((await ask([{ id, date: on('2031-05-12') }], { onlyFree: true })).status).toBe(201);
  });

  it('changes a revision once, however many ask at the same time', async () => {
    const id = await post('2031-05-04');
    const answers = await Promise.all(Array.from({ length: 4 }, () => ask([{ id, revision: 1 }])));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 412, 412, 412]);
    expect((await ask([{ id, revision: 2 }])).status).toBe(201);
  });

  it('refuses an id that is not a UUID', async () => {
    for (const id of ['x', UNKNOWN_ID.replaceAll('-', '')]) {
      expect(refusal(await ask([{ id, date: on('2031-05-04') }]))).toEqual({
        status: 400,
        code: 'invalid_request',
        paths: ['posts.0.id'],
      });
    }
  });

  it('finds no posting time where a channel has none', async () => {
    const id = await post('2031-05-04');
    await sql(crier, "update integration set posting_times = '[]' where id = $1", [channel]);
    expect(refusal(await ask([{ id }]))).toEqual({
      status: 404,
      code: 'no_free_slot',
      paths: ['posts.0.id'],
    });
    await sql(crier, `update integration set posting_times = '[{"time":540}]' where id = $1`, [channel]);
    expect((await ask([{ id }])).status).toBe(201);
  });
});
