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

  it('answers 201 with one element per post, in the order of the request', async () => {
    const answer = await crier.call<{ postId: string; integration: string }[]>('POST', '/posts', {
      body: buildPost([second, channel, second]),
    });
    expect(answer.status).toBe(201);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(answer.body.map((p) => p.integration)).toEqual([second, channel, second]);
    expect(answer.body.every((p) => Object.keys(p).join() === 'postId,integration')).toBe(true);
    expect(new Set(answer.body.map((p) => p.postId)).size).toBe(3);
  });

  it('stores what was sent: text, parts with their delays, date, tags, settings', async () => {
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

  it('accepts type "now" with any date, and publishes at once', async () => {
    // The database's clock: this process's may be a few milliseconds ahead.
    const before = await crier.context.now();
    const post = await show(await createOne(crier, buildPost(channel, { type: 'now', date: '1999-01-01' })));
    expect(Date.parse(post.publishDate)).toBeGreaterThanOrEqual(before.getTime());
    expect(post.state).toBe('QUEUE');
    const { date: _, ...dateless } = buildPost(channel, { type: 'now', tags: [{ label: 'no date' }] });
    expect((await show(await createOne(crier, dateless))).state).toBe('QUEUE');
  });

  it('keeps a draft, even with incomplete content and a past date', async () => {
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

  it('accepts requests that omit shortLink, tags, image and settings, and an empty id and group', async () => {
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

  it('gives every post a group of its own', async () => {
    const ids = await createPosts(crier, buildPost([channel, second], { group: 'post' }));
    const groups = await Promise.all(ids.map(async (id) => (await show(id)).group));
    expect(new Set(groups).size).toBe(2);
  });

  it('accepts a channel id in capitals', async () => {
    expect((await create(buildPost(channel.toUpperCase()))).status).toBe(201);
  });

  it.each([
    ['without a zone', '2031-05-04T09:30:00', FUTURE],
    ['with 7 fraction digits', '2031-05-04T09:30:00.1234567Z', '2031-05-04T09:30:00.123Z'],
    ['with a space', '2031-05-04 09:30:00', FUTURE],
    ['without time', '2031-05-04', '2031-05-04T00:00:00.000Z'],
    ['with an offset', '2031-05-04T11:30:00+02:00', FUTURE],
    ['without seconds', '2031-05-04T09:30', FUTURE],
    ['with an offset without a colon', '2031-05-04T11:30:00+0200', FUTURE],
    ['with an offset in hours', '2031-05-04T11:30:00+02', FUTURE],
    ['with the largest offset of the world', '2031-05-04T23:30:00+14:00', FUTURE],
    ['with an offset that leads into the day before', '2031-05-05T09:00:00+23:30', FUTURE],
    ['in small letters', '2031-05-04t09:30:00z', FUTURE],
    ['with the name of its zone', '2031-05-04T11:30:00+02:00[Europe/Berlin]', FUTURE],
    ['on a leap day', '2032-02-29T00:00:00Z', '2032-02-29T00:00:00.000Z'],
  ])('accepts a date %s', async (_, date, stored) => {
    expect((await show(await createOne(crier, buildPost(channel, { date })))).publishDate).toBe(stored);
  });

  it.each([
    ['a day that does not exist', '2031-02-30T09:30:00Z'],
    ['a month that does not exist', '2031-13-01'],
    ['an hour that does not exist', '2031-05-04T25:00:00Z'],
    ['the end of a day as 24:00', '2031-05-04T24:00:00Z'],
    ['a leap second', '2031-06-30T23:59:60Z'],
    ['an offset of 25 hours', '2031-05-04T09:30:00+25:00'],
    ['an offset of 24 hours', '2031-05-04T09:30:00-24:00'],
    ['an offset of 99:99', '2031-05-04T09:30:00+99:99'],
    ['an offset of 60 minutes', '2031-05-04T09:30:00+01:60'],
    ['an offset without a time', '2031-05-04+02:00'],
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

  it('accepts a date nine minutes ago and refuses one of eleven, with what to do', async () => {
    const ago = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();
    expect((await create(buildPost(channel, { date: ago(9) }))).status).toBe(201);
    const answer = await create(buildPost(channel, { date: ago(11) }));
    expect(refusal(answer)).toEqual({ status: 400, code: 'invalid_date', paths: ['date'] });
    expect(answer.body.message).toContain('Use type "now" to publish at once');
  });

  it('stores all posts or none, even when only the last one is invalid', async () => {
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
