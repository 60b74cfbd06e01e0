import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  buildPost,
  buildTarget,
  createOne,
  refusal,
  setState,
  sql,
  UNKNOWN_ID,
  type ErrorBody,
} from '../../test/factories.ts';
import { startInstance, type TestInstance } from '../../test/instance.ts';
import { addPerson, type TestPerson } from '../../test/person.ts';
import { MAX_POSTS } from './read-calendar.ts';

interface Listed {
  posts: {
    id: string;
    groupId: string;
    publishDate: string;
    status: string;
    state: string;
    firstLine: string;
    thumbnail: string | null;
    channel: { id: string; identifier: string; name: string };
    tags: { id: string; name: string }[];
    revision: number;
    createdBy: { id: string; name: string } | null;
    canMove: boolean;
    isRepeat: boolean;
  }[];
  truncated: boolean;
  slots: { channelId: string; date: string }[];
  tags: { id: string; name: string }[];
}

describe('GET /calendar', () => {
  let crier: TestInstance;
  let ada: TestPerson;
  let channel: string;
  let other: string;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    ada = await addPerson(crier, { name: 'Ada' });
    channel = (await crier.connect('sandbox', { name: 'Cafe Nord' })).id;
    other = (await crier.connect('sandbox', { name: 'Bar Sued' })).id;
  });
  afterAll(() => crier?.stop());

  const read = async (query: string, by = ada): Promise<Listed> => {
    const answer = await by.call<Listed>('GET', `/calendar${query}`);
    expect(answer.status).toBe(200);
    return answer.body;
  };
  const month = (year: number): string => `?from=${year}-05-01T00:00:00Z&to=${year}-05-31T23:59:59.999Z`;
  const ids = async (query: string): Promise<string[]> => (await read(query)).posts.map(({ id }) => id);
  const create = (
    date: string,
    changes: object = {},
    target: Record<string, unknown> = {},
  ): Promise<string> =>
    createOne(crier, buildPost([], { date, posts: [buildTarget(channel, target)], ...changes }));

  it('lists posts of the range by their first line, with what a chip shows', async () => {
    const value = [{ content: '<p>Spring <b>menu</b></p><p>from Monday</p>', image: [] }];
    const id = await create(
      '2032-05-04T09:30:00Z',
      { tags: [{ value: 'spring', label: 'spring' }] },
      { value },
    );
    await create('2032-06-01T00:00:00Z');
    const { posts, truncated, tags } = await read(month(2032));
    expect(posts).toEqual([
      {
        id,
        groupId: expect.any(String),
        publishDate: '2032-05-04T09:30:00.000Z',
        status: 'scheduled',
        state: 'QUEUE',
        firstLine: 'Spring menu',
        thumbnail: null,
        channel: { id: channel, identifier: 'sandbox', name: 'Cafe Nord', picture: null },
        tags: [{ id: expect.any(String), name: 'spring', color: expect.any(String) }],
        revision: 1,
        createdBy: null,
        canMove: true,
        isRepeat: false,
        inSeries: false,
      },
    ]);
    expect(truncated).toBe(false);
    expect(tags.map(({ name }) => name)).toEqual(['spring']);
  });

  it('cuts a long first line at a word, and names the first picture', async () => {
    const id = await create(
      '2033-05-04T09:30:00Z',
      {},
      { value: [{ content: 'Word '.repeat(60), image: [] }] },
    );
    await sql(crier, 'update post_item set media = $2 where post_id = $1', [
      id,
      JSON.stringify([
        { id: '1', path: 'https://crier.example/uploads/film.mp4' },
        { id: '2', path: 'https://crier.example/uploads/menu.png' },
      ]),
    ]);
    const [post] = (await read(month(2033))).posts;
    expect(post?.firstLine).toMatch(/^(Word ){20,27}Word…$/);
    expect(post?.firstLine.length).toBeLessThanOrEqual(140);
    expect(post?.thumbnail).toBe('https://crier.example/uploads/menu.png');
  });

  it('filters by channels, tag, state and person', async () => {
    const plain = await create('2034-05-01T09:00:00Z');
    const elsewhere = await createOne(crier, buildPost(other, { date: '2034-05-02T09:00:00Z' }));
    const tagged = await create('2034-05-03T09:00:00Z', { tags: [{ value: 'news', label: 'news' }] });
    const draft = await create('2034-05-04T09:00:00Z', { type: 'draft' });
    const failed = await create('2034-05-05T09:00:00Z');
    await setState(crier, failed, 'failed');
    const own = await ada.call<{ postId: string }[]>('POST', '/posts', {
      body: buildPost(channel, { date: '2034-05-06T09:00:00Z' }),
    });
    const ofAda = own.body[0]?.postId ?? '';
    const all = [plain, elsewhere, tagged, draft, failed, ofAda];
    expect(await ids(month(2034))).toEqual(all);
    expect(await ids(`${month(2034)}&channel=${other}`)).toEqual([elsewhere]);
    expect(await ids(`${month(2034)}&channel=${other},${channel}`)).toEqual(all);
    expect(await ids(`${month(2034)}&state=DRAFT`)).toEqual([draft]);
    expect(await ids(`${month(2034)}&state=ERROR`)).toEqual([failed]);
    expect(await ids(`${month(2034)}&person=${ada.id}`)).toEqual([ofAda]);
    const { posts, tags } = await read(month(2034));
    const tag = tags.find(({ name }) => name === 'news')?.id ?? '';
    expect(await ids(`${month(2034)}&tag=${tag}`)).toEqual([tagged]);
    expect(posts.at(-1)?.createdBy).toEqual({ id: ada.id, name: 'Ada' });
    expect(posts.map(({ canMove }) => canMove)).toEqual([true, true, true, true, false, true]);
  });

  it('filters by customer', async () => {
    const [group] = await sql<{ id: string }>(
      crier,
      "insert into customer (id, organization_id, name) values (gen_random_uuid(), $1, 'Nord') returning id",
      [crier.organizationId],
    );
    await sql(crier, 'update integration set customer_id = $2 where id = $1', [other, group?.id]);
    const here = await createOne(crier, buildPost(other, { date: '2035-05-02T09:00:00Z' }));
    await create('2035-05-02T10:00:00Z');
    expect(await ids(`${month(2035)}&customer=${group?.id}`)).toEqual([here]);
  });

  it('shows a repeated post on each coming date; only the post itself can be moved', async () => {
    const id = await create('2036-05-01T09:00:00Z', { inter: 7 });
    const { posts } = await read(month(2036));
    expect(
      posts.map((post) => [post.id, post.publishDate.slice(8, 10), post.isRepeat, post.canMove]),
    ).toEqual([
      [id, '01', false, true],
      [id, '08', true, false],
      [id, '15', true, false],
      [id, '22', true, false],
      [id, '29', true, false],
    ]);
    expect((await read(`${month(2036)}&state=PUBLISHED`)).posts).toEqual([]);
  });

  it.each([
    [
      'out of summer time',
      '2037-10-24T07:00:00Z',
      null,
      ['2037-10-24T07:00', '2037-10-25T08:00', '2037-10-26T08:00'],
    ],
    ['into it', '2037-03-28T08:00:00Z', null, ['2037-03-28T08:00', '2037-03-29T07:00', '2037-03-30T07:00']],
    [
      'over a time that is skipped',
      '2037-03-28T01:30:00Z',
      null,
      ['2037-03-28T01:30', '2037-03-29T01:30', '2037-03-30T00:30'],
    ],
    [
      'from a day that skips its time',
      '2037-03-29T01:30:00Z',
      '02:30',
      ['2037-03-29T01:30', '2037-03-30T00:30', '2037-03-31T00:30'],
    ],
  ])('shows a repeated post at its time on the clock of the organisation, %s', async (_, at, kept, dates) => {
    const zone = (name: string): Promise<unknown> =>
      sql(crier, 'update organization set time_zone = $2 where id = $1', [crier.organizationId, name]);
    await zone('Europe/Berlin');
    const id = await create(at, { inter: 1 });
    await sql(crier, 'update post set repeat_time = $2 where id = $1', [id, kept]);
    const [first = '', , last = ''] = dates;
    const { posts } = await read(`?from=${first}:00Z&to=${last}:00Z`);
    const shown = posts.filter((post) => post.id === id).map((post) => post.publishDate.slice(0, 16));
    expect(shown).toEqual(dates);
    await zone('UTC');
  });

  it('lists coming posting times that are free, of channels that are in use', async () => {
    await sql(crier, 'update integration set posting_times = $2 where id = $1', [
      channel,
      JSON.stringify([{ time: 540 }, { time: -60 }]),
    ]);
    const day = '?from=2037-05-04T00:00:00Z&to=2037-05-04T23:59:59Z';
    const slots = async (): Promise<string[]> =>
      (await read(`${day}&channel=${channel}`)).slots.map(({ date }) => date);
    expect(await slots()).toEqual(['2037-05-04T09:00:00.000Z', '2037-05-04T23:00:00.000Z']);
    await create('2037-05-04T09:00:30Z');
    expect(await slots()).toEqual(['2037-05-04T23:00:00.000Z']);
    await sql(crier, 'update integration set disabled = true where id = $1', [channel]);
    expect(await slots()).toEqual([]);
    await sql(crier, 'update integration set disabled = false where id = $1', [channel]);
    expect((await read('?from=2020-05-04T00:00:00Z&to=2020-05-05T00:00:00Z')).slots).toEqual([]);
  });

  it('refuses a range that is too long, or no date, and names the field', async () => {
    const refused = async (query: string) => refusal(await ada.call<ErrorBody>('GET', `/calendar${query}`));
    expect(await refused('?from=2032-01-01&to=2032-12-31')).toEqual({
      status: 400,
      code: 'invalid_date',
      paths: ['to'],
    });
    expect(await refused('?from=soon')).toEqual({ status: 400, code: 'invalid_date', paths: ['from'] });
    expect((await ada.call('GET', '/calendar')).status).toBe(200);
  });

  it.each(['channel', 'customer', 'tag', 'person'])('is empty for a %s that there is not', async (filter) => {
    for (const value of ['nord', UNKNOWN_ID, `${UNKNOWN_ID},x`]) {
      const { status, body } = await ada.call<{ posts: unknown[] }>('GET', `/calendar?${filter}=${value}`);
      expect([status, body.posts]).toEqual([200, []]);
    }
  });

  it('shows nothing of another organisation, also when its ids are asked for', async () => {
    const home = await crier.anotherOrganization('Elsewhere');
    const zoe = await addPerson(crier, { name: 'Zoe', organizationId: home.id });
    for (const more of ['', `&channel=${channel}`, `&person=${ada.id}`]) {
      expect(await read(month(2034) + more, zoe)).toEqual({
        posts: [],
        truncated: false,
        slots: [],
        tags: [],
      });
    }
    expect((await ids(month(2034))).length).toBeGreaterThan(0);
  });

  it(`reports when there are more than ${MAX_POSTS} posts`, async () => {
    const template = await create('2038-05-01T09:00:00Z');
    await sql(
      crier,
      `with copies as (select gen_random_uuid() as id, n from generate_series(1, ${MAX_POSTS}) n)
      insert into post (id, post_group_id, organization_id, integration_id, public_group, state, publish_at, settings)
      select copies.id, p.post_group_id, p.organization_id, p.integration_id, gen_random_uuid(), p.state,
        p.publish_at + n * interval '1 minute', p.settings
      from copies, post p where p.id = $1`,
      [template],
    );
    const { posts, truncated } = await read(month(2038));
    expect([posts.length, truncated]).toEqual([MAX_POSTS, true]);
    await sql(crier, 'analyze post');
    const plan = await sql<{ 'QUERY PLAN': string }>(
      crier,
      `explain select id from post p where p.organization_id = '${crier.organizationId}' and p.deleted_at is null
        and p.publish_at >= '2034-05-01' and p.publish_at <= '2034-05-31'`,
    );
    expect(plan.map((line) => line['QUERY PLAN']).join('\n')).toContain('post_calendar');
  });
});
