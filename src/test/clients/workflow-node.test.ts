import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { UNKNOWN_ID, buildPost, createOne, png, type ErrorBody } from '../factories.ts';
import { startInstance, type TestInstance } from '../instance.ts';
import { clientAt, fileForm } from './send.ts';

describe.each([['/api'], ['']])("a workflow node with the host's URL + %j", (host) => {
  let crier: TestInstance;
  let channel: string;
  let ask: ReturnType<typeof clientAt>;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    channel = (await crier.connect('sandbox', { name: 'Cafe Nord' })).id;
    ask = clientAt(`${crier.url}${host}/public/v1`, {
      authorization: crier.apiKey,
      accept:
        'application/json,text/html,application/xhtml+xml,application/xml,text/*;q=0.9, image/*;q=0.8, */*;q=0.7',
      'user-agent': 'workflow',
    });
  });
  afterAll(() => crier?.stop());

  const json = { 'content-type': 'application/json' };
  /** What its form sends for the fields that a person filled in. */
  const form = (entry: object, fields: object = {}): string =>
    JSON.stringify({
      type: 'schedule',
      shortLink: false,
      date: '2031-05-04T09:30:00',
      tags: [{ value: 'spring', label: 'spring' }],
      posts: [
        {
          integration: { id: channel },
          group: '',
          settings: { __type: 'sandbox' },
          value: [{ content: 'Spring menu', id: '', image: [] }],
          ...entry,
        },
      ],
      ...fields,
    });
  const create = <T>(body: string): ReturnType<typeof ask<T>> =>
    ask<T>({ method: 'POST', path: '/posts', headers: json, body });

  it('tests its credentials', async () => {
    expect((await ask({ path: '/is-connected' })).status).toBe(200);
    expect((await ask({ path: '/is-connected', headers: { authorization: 'wrong' } })).status).toBe(401);
  });

  it.each([
    '2031-05-04T09:30:00',
    '2031-05-04 09:30:00',
    '2031-05-04T09:30:00.000Z',
    '2031-05-04T11:30:00.000+02:00',
  ])('creates a post for %s, with an empty id and group', async (date) => {
    const made = await create<{ postId: string; integration: string }[]>(form({}, { date }));
    expect([made.status, made.body]).toEqual([201, [{ postId: expect.any(String), integration: channel }]]);
    expect((await ask({ path: `/posts/${made.body[0]?.postId}` })).body).toMatchObject({
      publishDate: '2031-05-04T09:30:00.000Z',
      tags: [{ tag: { name: 'spring' } }],
    });
    // The same form in the next test is intended, not a double click.
    await ask({ method: 'DELETE', path: `/posts/${made.body[0]?.postId}` });
    await crier.context.database.query({ name: 'forget-duplicates', text: 'delete from idempotency_record' });
  });

  it("creates a post with a picture, named as in the upload's answer", async () => {
    const file = (
      await ask<{ id: string; path: string }>({
        method: 'POST',
        path: '/upload',
        body: fileForm(png(), 'data', 'image/png'),
      })
    ).body;
    const made = await create<{ postId: string }[]>(
      form(
        { value: [{ content: 'With a picture', id: '', image: [{ id: file.id, path: file.path }] }] },
        { type: 'draft' },
      ),
    );
    expect((await ask({ path: `/posts/${made.body[0]?.postId}` })).body).toMatchObject({
      state: 'DRAFT',
      items: [{ image: [file].map(({ id, path }) => ({ id, path })) }],
    });
  });

  it('creates a post with its empty settings, as it sends them by default', async () => {
    const made = await create<{ postId: string }[]>(form({ settings: {} }, { type: 'draft' }));
    expect(made.status).toBe(201);
    expect((await ask({ path: `/posts/${made.body[0]?.postId}` })).body).toMatchObject({
      settings: { __type: 'sandbox' },
    });
  });

  it('learns the right __type, once, when none of its settings names it', async () => {
    const refused = await create<ErrorBody>(form({ settings: { who_can_reply_post: 'everyone' } }));
    expect([refused.status, refused.body.message]).toEqual([
      400,
      'The settings do not belong to the channel: posts.0.settings.__type must be "sandbox" for this channel; it is missing',
    ]);
  });

  it('learns that a post needs a part when it sends none', async () => {
    const refused = await create<ErrorBody>(form({ value: [] }));
    expect([refused.status, refused.body.issues?.map((issue) => issue.path)]).toEqual([
      400,
      ['posts.0.value'],
    ]);
  });

  it('gets posts and channels, even when it attaches an empty object to a GET', async () => {
    const id = await createOne(crier, buildPost(channel));
    for (const body of [undefined, '{}']) {
      const posts = await ask<{ posts: { id: string }[] }>({
        path: '/posts?startDate=2031-05-01T00%3A00%3A00&endDate=2031-05-31T00%3A00%3A00',
        headers: json,
        body,
      });
      expect(posts.body.posts.map((post) => post.id)).toContain(id);
      expect((await ask({ path: '/integrations', headers: json, body })).body).toEqual([
        expect.objectContaining({ id: channel, name: 'Cafe Nord' }),
      ]);
      expect(
        (
          await ask({
            path: `/posts?startDate=2031-05-01&endDate=2031-05-31&customer=${UNKNOWN_ID}`,
            headers: json,
            body,
          })
        ).body,
      ).toEqual({ posts: [] });
    }
  });

  it('deletes a post, even when it attaches an empty object', async () => {
    for (const body of [undefined, '{}']) {
      const id = await createOne(crier, buildPost(channel));
      expect(await ask({ method: 'DELETE', path: `/posts/${id}`, headers: json, body })).toMatchObject({
        status: 200,
        body: { id },
      });
    }
  });
});

describe('a library for Node that reads JSON with any status', () => {
  let crier: TestInstance;
  let channel: string;
  let ask: ReturnType<typeof clientAt>;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    channel = (await crier.connect('sandbox')).id;
    ask = clientAt(crier.url, { authorization: crier.apiKey });
  });
  afterAll(() => crier?.stop());

  it.each([
    ['png', 'image/png'],
    ['gif', 'image/gif'],
    ['jpeg', 'image/jpeg'],
  ])('uploads a picture whose file name is just %j, called %s', async (name, type) => {
    const { status, body } = await ask<object>({
      method: 'POST',
      path: '/public/v1/upload',
      body: fileForm(png(), name, type),
    });
    expect([status, body]).toEqual([
      201,
      expect.objectContaining({
        id: expect.any(String),
        name: expect.stringMatching(/\.png$/),
        path: expect.stringMatching(/^http.*\.png$/),
      }),
    ]);
  });

  it('posts, lists, shows channels and deletes', async () => {
    const headers = { 'content-type': 'application/json' };
    const made = await ask<{ postId: string }[]>({
      method: 'POST',
      path: '/public/v1/posts',
      headers,
      body: JSON.stringify(buildPost(channel)),
    });
    const id = made.body[0]?.postId ?? '';
    expect(
      (await ask({ path: '/public/v1/posts?startDate=2031-05-01&endDate=2031-06-01', headers })).body,
    ).toEqual({ posts: [expect.objectContaining({ id })] });
    expect((await ask({ path: '/public/v1/integrations', headers })).body).toEqual([
      expect.objectContaining({ id: channel, identifier: 'sandbox' }),
    ]);
    expect((await ask({ method: 'DELETE', path: `/public/v1/posts/${id}`, headers })).status).toBe(200);
  });

  it('reads from a refusal what is wrong', async () => {
    expect(
      (
        await ask({
          method: 'POST',
          path: '/public/v1/posts',
          headers: { 'content-type': 'application/json' },
          body: '{}',
        })
      ).body,
    ).toMatchObject({
      statusCode: 400,
      error: 'Bad Request',
      message: expect.stringContaining('posts is required'),
    });
  });
});
