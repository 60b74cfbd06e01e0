import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  FUTURE,
  buildPost,
  buildTarget,
  countRows,
  createOne,
  createPosts,
  refusal,
  sql,
  withContent,
  type ErrorBody,
} from '../../test/factories.ts';
import { startInstance, type TestInstance } from '../../test/instance.ts';

interface Shown {
  id: string;
  content: string;
  publishDate: string;
  state: string;
  status: string;
  creationMethod: string;
  intervalInDays: number | null;
  group: string;
  items: { content: string; delay: number; image: unknown[] }[];
  tags: unknown[];
  timeline: { event: string; text: string }[];
}

describe('POST /public/v1/posts', () => {
  let crier: TestInstance;
  let channel: string;
  let second: string;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    channel = (await crier.connect('sandbox', { name: 'First' })).id;
    second = (await crier.connect('sandbox', { name: 'Second' })).id;
  });
  afterAll(() => crier?.stop());

  const create = (body: unknown): ReturnType<typeof crier.call<ErrorBody>> =>
    crier.call<ErrorBody>('POST', '/posts', { body });
  const show = async (id: string): Promise<Shown> => (await crier.call<Shown>('GET', `/posts/${id}`)).body;

  it('answers 201 with one element for each target, in order', async () => {
    const answer = await crier.call<{ postId: string; integration: string }[]>('POST', '/posts', {
      body: buildPost([second, channel, second]),
    });
    expect(answer.status).toBe(201);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(answer.body.map((p) => p.integration)).toEqual([second, channel, second]);
    expect(answer.body.every((p) => Object.keys(p).join() === 'postId,integration')).toBe(true);
    expect(new Set(answer.body.map((p) => p.postId)).size).toBe(3);
  });

  it('stores what was asked: text, parts with their delays, date, tags, settings', async () => {
    const id = await createOne(
      crier,
      buildPost([], {
        tags: [{ value: 'spring', label: 'Spring' }],
        inter: 7,
        creationMethod: 'CLI',
        order: 'asc',
        unknownField: { a: 1 },
        posts: [
          buildTarget(channel, {
            value: [
              { content: '<p>One</p>', image: [], delay: 9 },
              { content: 'Two', image: [], delay: 5 },
            ],
            settings: { __type: 'sandbox', extra: true },
          }),
        ],
      }),
    );
    expect(await show(id)).toMatchObject({
      content: '<p>One</p>',
      publishDate: FUTURE,
      state: 'QUEUE',
      status: 'scheduled',
      creationMethod: 'CLI',
      intervalInDays: 7,
      settings: { __type: 'sandbox', extra: true },
      tags: [{ tag: { name: 'Spring', color: '#4c6ef5', orgId: crier.organizationId } }],
      items: [
        { content: '<p>One</p>', delay: 0 },
        { content: 'Two', delay: 5 },
      ],
      timeline: [{ event: 'accepted', text: 'Accepted, scheduled for 2031-05-04 09:30 UTC' }],
    });
  });

  it('takes type "now" whatever the date says, and publishes at once', async () => {
    const before = Date.now();
    const post = await show(await createOne(crier, buildPost(channel, { type: 'now', date: '1999-01-01' })));
    expect(Date.parse(post.publishDate)).toBeGreaterThanOrEqual(before);
    expect(post.state).toBe('QUEUE');
  });

  it('keeps a draft as a draft, even with unfinished content and a past date', async () => {
    const post = await show(
      await createOne(crier, { ...withContent(channel, ''), type: 'draft', date: '2020-02-02' }),
    );
    expect(post).toMatchObject({ state: 'DRAFT', status: 'draft', publishDate: '2020-02-02T00:00:00.000Z' });
    expect(
      await sql(
        crier,
        'select 1 from outbox o join post p on p.post_group_id = o.post_group_id where p.id = $1',
        [post.id],
      ),
    ).toEqual([]);
  });

  it('needs none of the fields that clients omit (shortLink, tags, image, settings), and takes an empty id and group', async () => {
    const answer = await create({
      type: 'schedule',
      date: FUTURE,
      posts: [{ integration: { id: channel }, group: '', value: [{ id: '', content: 'Plain' }] }],
    });
    expect(answer.status).toBe(201);
    const again = await create({
      type: 'schedule',
      date: FUTURE,
      order: '',
      inter: null,
      creationMethod: 'something',
      posts: [
        { integration: { id: channel }, group: '1731000000000', value: [{ content: 'Plain', id: null }] },
      ],
    });
    expect(again.status).toBe(201);
  });

  it('gives every target a group of its own', async () => {
    const ids = await createPosts(crier, buildPost([channel, second], { group: 'post' }));
    const groups = await Promise.all(ids.map(async (id) => (await show(id)).group));
    expect(new Set(groups).size).toBe(2);
  });

  it('takes a channel id in upper case as the same id', async () => {
    expect((await create(buildPost(channel.toUpperCase()))).status).toBe(201);
  });

  it.each([
    ['without a zone', '2031-05-04T09:30:00', FUTURE],
    ['with 7 fraction digits', '2031-05-04T09:30:00.1234567Z', '2031-05-04T09:30:00.123Z'],
    ['with a space', '2031-05-04 09:30:00', FUTURE],
    ['without time', '2031-05-04', '2031-05-04T00:00:00.000Z'],
    ['with an offset', '2031-05-04T11:30:00+02:00', FUTURE],
    ['without seconds', '2031-05-04T09:30', FUTURE],
    ['on a leap day', '2032-02-29T00:00:00Z', '2032-02-29T00:00:00.000Z'],
  ])('takes a date %s', async (_, date, stored) => {
    expect((await show(await createOne(crier, buildPost(channel, { date })))).publishDate).toBe(stored);
  });

  it.each([
    ['a day that does not exist', '2031-02-30T09:30:00Z'],
    ['a month that does not exist', '2031-13-01'],
    ['an hour that does not exist', '2031-05-04T25:00:00Z'],
    ['words', 'tomorrow'],
    ['nothing', ''],
    ['a number as text', '1935739800000'],
    ['an American date', '05/04/2031'],
    ['a week', '2031-W18-7'],
    ['a date with something after it', '2031-05-04T09:30:00Z; drop'],
    ['a leap day of another year', '2031-02-29'],
  ])('refuses %s as a date', async (_, date) => {
    const answer = await create(buildPost(channel, { date }));
    expect(refusal(answer)).toEqual({ status: 400, code: 'invalid_date', paths: ['date'] });
  });

  it('takes a date nine minutes ago and refuses one eleven minutes ago, saying what to do', async () => {
    const ago = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();
    expect((await create(buildPost(channel, { date: ago(9) }))).status).toBe(201);
    const answer = await create(buildPost(channel, { date: ago(11) }));
    expect(refusal(answer)).toEqual({ status: 400, code: 'invalid_date', paths: ['date'] });
    expect(answer.body.message).toContain('Use type "now" to publish at once');
  });

  it('stores none of the targets when the last one is wrong', async () => {
    const rows = (): Promise<number[]> =>
      Promise.all(
        ['post_group', 'post', 'post_item', 'post_event', 'outbox'].map((table) => countRows(crier, table)),
      );
    const before = await rows();
    const bad = buildTarget(second, { value: [{ content: 'x'.repeat(5001), image: [] }] });
    const answer = await create(buildPost([], { posts: [buildTarget(channel), buildTarget(channel), bad] }));
    expect(refusal(answer)).toEqual({
      status: 400,
      code: 'invalid_content',
      paths: ['posts.2.value.0.content'],
    });
    expect(await rows()).toEqual(before);
  });
});
