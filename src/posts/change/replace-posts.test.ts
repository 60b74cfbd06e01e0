import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import {
  FUTURE,
  UNKNOWN_ID,
  buildPost,
  buildTarget,
  countRows,
  createOne,
  refusal,
  setState,
  sql,
  type ErrorBody,
} from '../../test/factories.ts';
import { startInstance, type Answer, type TestInstance } from '../../test/instance.ts';

interface Shown {
  id: string;
  status: string;
  revision: number;
  content: string;
  publishDate: string;
  group: string;
  intervalInDays: number | null;
  tags: { tag: { name: string } }[];
  items: { id: string; content: string }[];
}

let crier: TestInstance;
let channel: string;
let id: string;
beforeAll(async () => {
  crier = await startInstance({ temporal: false });
  channel = (await crier.connect('sandbox')).id;
});
beforeEach(async () => {
  id = await createOne(crier, buildPost(channel));
});
afterAll(() => crier?.stop());

/** A request whose one entry names `named`, with another text and another date. */
const naming = (
  named: string,
  changes: Record<string, unknown> = {},
  entry: Record<string, unknown> = {},
): Record<string, unknown> =>
  buildPost([], {
    type: 'update',
    date: '2031-06-01T00:00:00Z',
    posts: [buildTarget(channel, { value: [{ id: named, content: 'Summer menu' }], ...entry })],
    ...changes,
  });
const send = (
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Answer<ErrorBody & { postId: string; integration: string }[]>> =>
  crier.call('POST', '/posts', { body, headers });
const show = async (postId = id): Promise<Shown> => (await crier.call<Shown>('GET', `/posts/${postId}`)).body;
const untouched = async (): Promise<void> =>
  expect(await show()).toMatchObject({ revision: 1, content: 'Spring menu', publishDate: FUTURE });

describe('POST /public/v1/posts with the id of a post', () => {
  it('changes its content, date, tags and interval in place, and answers its id', async () => {
    const posts = await countRows(crier, 'post');
    const answer = await send(naming(id, { inter: 7, tags: [{ value: 's', label: 'Summer' }] }));
    expect([answer.status, answer.body]).toEqual([201, [{ postId: id, integration: channel }]]);
    expect(await show()).toMatchObject({
      status: 'scheduled',
      revision: 2,
      content: 'Summer menu',
      publishDate: '2031-06-01T00:00:00.000Z',
      intervalInDays: 7,
      tags: [{ tag: { name: 'Summer' } }],
    });
    expect(await countRows(crier, 'post')).toBe(posts);
    await send(naming(id, { inter: 0 }));
    expect((await show()).intervalInDays).toBeNull();
  });

  it('finds it by the id of its first part too, repeatedly, and in capitals', async () => {
    const [item] = (await show()).items;
    for (const named of [item?.id ?? '', item?.id ?? '', id.toUpperCase()]) {
      expect((await send(naming(named))).body).toMatchObject([{ postId: id }]);
    }
    expect((await show()).revision).toBe(4);
  });

  it.each([
    ['draft', 'update', 'draft'],
    ['scheduled', 'update', 'scheduled'],
    ['draft', 'schedule', 'scheduled'],
    ['draft', 'now', 'scheduled'],
    ['scheduled', 'draft', 'draft'],
    ['scheduled', 'schedule', 'scheduled'],
    ['scheduled', 'now', 'scheduled'],
    ['failed', 'schedule', 'scheduled'],
    ['partly_published', 'now', 'scheduled'],
    ['missed', 'schedule', 'scheduled'],
    ['missed', 'update', 'scheduled'],
    ['missed', 'draft', 'draft'],
  ])('in the state %s, with type "%s", leaves it %s', async (before, type, after) => {
    await setState(crier, id, before);
    expect((await send(naming(id, { type }))).status).toBe(201);
    const post = await show();
    expect(post).toMatchObject({ status: after, content: 'Summer menu' });
    if (type === 'now') expect(Math.abs(Date.parse(post.publishDate) - Date.now())).toBeLessThan(60_000);
    else expect(post.publishDate).toBe('2031-06-01T00:00:00.000Z');
  });

  it('allows a past date and no text when it becomes a draft, and neither when it is scheduled', async () => {
    for (const type of ['schedule', 'update']) {
      expect(refusal(await send(naming(id, { type, date: '2020-01-01' })))).toEqual({
        status: 400,
        code: 'invalid_date',
        paths: ['date'],
      });
    }
    await untouched();
    expect(refusal(await send(naming('', { type: 'schedule' }, { value: [{ id, content: '' }] })))).toEqual({
      status: 400,
      code: 'invalid_content',
      paths: ['posts.0.value.0.content'],
    });
    expect(
      (await send(naming('', { type: 'draft', date: '2020-01-01' }, { value: [{ id, content: '' }] })))
        .status,
    ).toBe(201);
    expect(await show()).toMatchObject({
      status: 'draft',
      content: '',
      publishDate: '2020-01-01T00:00:00.000Z',
    });
  });

  it.each([
    ['switched off', 'disabled', 'channel_disabled'],
    ['to be reconnected', 'refresh_needed', 'channel_disconnected'],
  ])(
    'refuses to schedule a draft for a channel that is %s; its content can change',
    async (_, column, code) => {
      await setState(crier, id, 'draft');
      await sql(crier, `update integration set ${column} = true where id = $1`, [channel]);
      for (const type of ['schedule', 'now']) {
        expect(refusal(await send(naming(id, { type })))).toEqual({ status: 400, code });
      }
      await untouched();
      expect((await send(naming(id))).status).toBe(201);
      await sql(crier, `update integration set ${column} = false where id = $1`, [channel]);
      expect((await send(naming(id, { type: 'schedule' }))).status).toBe(201);
    },
  );

  it('publishes a published post again only on request, and then as a new one', async () => {
    await setState(crier, id, 'published');
    for (const type of ['schedule', 'now', 'draft']) {
      expect(refusal(await send(naming(id, { type })))).toEqual({
        status: 400,
        code: 'post_published',
        paths: ['posts.0.value.0.id'],
      });
    }
    const answer = await send(naming(id, { type: 'schedule', republish: true }));
    expect(answer.body[0]?.postId).not.toBe(id);
    expect(await show(answer.body[0]?.postId)).toMatchObject({ status: 'scheduled', content: 'Summer menu' });
    expect(await show()).toMatchObject({ status: 'published', revision: 1, content: 'Spring menu' });
    expect(refusal(await send(naming(id, { republish: true })))).toEqual({
      status: 409,
      code: 'post_locked',
    });
  });

  it.each(['publishing', 'processing', 'unconfirmed', 'cancelled'])(
    'refuses a post that is %s',
    async (state) => {
      await setState(crier, id, state);
      for (const type of ['update', 'schedule', 'now', 'draft']) {
        expect(refusal(await send(naming(id, { type })))).toEqual({ status: 409, code: 'post_locked' });
      }
      await untouched();
    },
  );

  it("refuses an id that is malformed, unknown, deleted or another organisation's, and ignores an empty one", async () => {
    expect(refusal(await send(naming('photo.png', { type: 'schedule' })))).toEqual({
      status: 400,
      code: 'invalid_request',
      paths: ['posts.0.value.0.id'],
    });
    expect(refusal(await send(naming(UNKNOWN_ID)))).toEqual({ status: 404, code: 'post_not_found' });
    const ben = await crier.anotherOrganization();
    const theirs = await createOne(
      crier,
      buildPost((await crier.connect('sandbox', { name: 'Ben' }, ben.id)).id),
      ben.apiKey,
    );
    expect(refusal(await send(naming(theirs)))).toEqual({ status: 403, code: 'foreign_resource' });
    await untouched();
    for (const none of ['', ' ', null]) {
      expect(
        (await send(naming('', { type: 'schedule' }, { value: [{ id: none, content: 'New' }] }))).body[0]
          ?.postId,
      ).not.toBe(id);
    }
    await crier.call('DELETE', `/posts/${id}`);
    expect(refusal(await send(naming(id)))).toEqual({ status: 404, code: 'post_not_found' });
  });

  it('requires one with type "update", and the post\'s own channel', async () => {
    expect(refusal(await send(naming('')))).toEqual({
      status: 400,
      code: 'invalid_request',
      paths: ['posts.0.value.0.id'],
    });
    const other = (await crier.connect('sandbox', { name: 'Other' })).id;
    expect(refusal(await send(naming(id, {}, { integration: { id: other } })))).toEqual({
      status: 400,
      code: 'invalid_request',
      paths: ['posts.0.integration.id'],
    });
    await untouched();
  });

  it('refuses the same post twice in a request', async () => {
    const entry = buildTarget(channel, { value: [{ id, content: 'Twice' }] });
    expect(refusal(await send(naming(id, { posts: [entry, entry] })))).toEqual({
      status: 400,
      code: 'invalid_request',
      paths: ['posts.1.value.0.id'],
    });
    await untouched();
  });

  it('changes and creates all entries or none', async () => {
    const second = await createOne(crier, buildPost(channel));
    const entry = (named: string | undefined, content: string): Record<string, unknown> =>
      buildTarget(channel, { value: [{ id: named, content }] });
    const rows = async (): Promise<number[]> => [
      await countRows(crier, 'post'),
      await countRows(crier, 'outbox'),
      await countRows(crier, 'idempotency_record'),
    ];
    const before = await rows();
    for (const [bad, code] of [
      [entry(undefined, ''), 'invalid_content'],
      [entry(second, ''), 'invalid_content'],
      [entry(UNKNOWN_ID, 'x'), 'post_not_found'],
    ] as const) {
      expect(
        refusal(
          await send(
            naming('', { type: 'schedule', posts: [entry(id, 'Changed'), entry(undefined, 'New'), bad] }),
          ),
        ),
      ).toMatchObject({ code });
    }
    await setState(crier, second, 'publishing');
    expect(
      refusal(
        await send(
          naming('', {
            type: 'schedule',
            posts: [entry(undefined, 'New'), entry(id, 'Changed'), entry(second, 'Too late')],
          }),
        ),
      ),
    ).toEqual({ status: 409, code: 'post_locked' });
    expect(await rows()).toEqual(before);
    await untouched();
    const answer = await send(
      naming('', { type: 'schedule', posts: [entry(undefined, 'New'), entry(id, 'Changed')] }),
    );
    expect(answer.body[1]).toEqual({ postId: id, integration: channel });
    expect([(await show(answer.body[0]?.postId)).content, (await show()).content]).toEqual([
      'New',
      'Changed',
    ]);
  });

  it('changes once for one Idempotency-Key, and gives the same answer again', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const answers = [
      ...(await Promise.all([send(naming(id), headers), send(naming(id), headers)])),
      await send(naming(id), headers),
    ];
    expect(answers.map((a) => [a.status, a.text])).toEqual(
      answers.map(() => [201, JSON.stringify([{ postId: id, integration: channel }])]),
    );
    expect((await show()).revision).toBe(2);
    expect(refusal(await send(naming(id, { inter: 1 }), headers))).toEqual({
      status: 422,
      code: 'idempotency_key_reused',
    });
  });

  it('applies simultaneous requests completely, none halfway', async () => {
    const second = await createOne(crier, buildPost(channel));
    const both = (n: number): Record<string, unknown>[] =>
      [id, second].map((named) => buildTarget(channel, { value: [{ id: named, content: `Words ${n}` }] }));
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, n) => send(naming('', { posts: n % 2 ? both(n) : both(n).reverse() }))),
    );
    expect(answers.map((a) => a.status)).toEqual(answers.map(() => 201));
    const [a, b] = [await show(), await show(second)];
    expect([a.revision, b.revision, a.content === b.content]).toEqual([7, 7, true]);
  });
});
