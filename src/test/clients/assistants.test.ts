import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startMediaHost, type MediaHost } from '../../uploads/fixtures/media-host.ts';
import { FUTURE, buildPost, createOne, png, setState, sql, type ErrorBody } from '../factories.ts';
import { startInstance, type TestInstance } from '../instance.ts';
import { clientAt, fileForm } from './send.ts';

const json = { 'content-type': 'application/json' };

describe("an assistant that appends /api/public/v1 to the instance's URL", () => {
  let crier: TestInstance;
  let host: MediaHost;
  let channel: string;
  let ask: ReturnType<typeof clientAt>;
  beforeAll(async () => {
    [crier, host] = await Promise.all([
      startInstance({ temporal: false, env: { API_LIMIT: '3' } }),
      startMediaHost(),
    ]);
    channel = (await crier.connect('sandbox')).id;
    ask = clientAt(`${crier.url}/api/public/v1`, { authorization: crier.apiKey, accept: 'application/json' });
  });
  afterAll(async () => {
    await host?.stop();
    await crier?.stop();
  });

  const limits = (headers: object): string[] =>
    Object.keys(headers).filter((name) => name.startsWith('x-ratelimit') || name === 'retry-after');
  /** A client that omits shortLink, tags, image and settings. */
  const bare = (content: string): string =>
    JSON.stringify({
      type: 'schedule',
      date: FUTURE,
      posts: [{ integration: { id: channel }, value: [{ content }] }],
    });

  it('counts channels and checks the connection', async () => {
    expect((await ask<unknown[]>({ path: '/integrations' })).body).toHaveLength(1);
    const { status, body } = await ask<Record<string, unknown>>({ path: '/is-connected' });
    expect([status, body.connected ?? true, body.authenticated ?? true, body.ok ?? true]).toEqual([
      200,
      true,
      true,
      true,
    ]);
  });

  it('creates posts that omit optional fields, and reads the remaining requests and the reset in seconds, not as a date', async () => {
    for (const left of ['2', '1', '0']) {
      const { status, headers } = await ask({
        method: 'POST',
        path: '/posts',
        headers: json,
        body: bare(`${left} are left`),
      });
      expect([
        status,
        headers['x-ratelimit-limit'],
        headers['x-ratelimit-remaining'],
        headers['retry-after'],
      ]).toEqual([201, '3', left, undefined]);
      expect(Number(headers['x-ratelimit-reset'])).toBeLessThanOrEqual(3600);
    }
    const refused = await ask<ErrorBody>({
      method: 'POST',
      path: '/posts',
      headers: json,
      body: bare('One too many'),
    });
    expect([refused.status, limits(refused.headers), refused.body.code]).toEqual([
      429,
      ['retry-after'],
      'rate_limited',
    ]);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    // It stops calling as soon as an answer shows that nothing is left.
    for (const path of [
      '/posts?startDate=2031-01-01&endDate=2031-12-31',
      '/integrations',
      `/find-slot/${channel}`,
    ]) {
      expect(limits((await ask({ path })).headers)).toEqual([]);
    }
  });

  it("finds a slot, reads rules, and unwraps a channel's answer", async () => {
    expect((await ask({ path: `/find-slot/${channel}` })).body).toEqual({
      date: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:00\.000Z$/),
    });
    expect((await ask({ path: `/integration-settings/${channel}` })).body).toMatchObject({
      output: { maxLength: expect.any(Number), rules: expect.any(String) },
    });
    expect(
      await ask({
        method: 'POST',
        path: `/integration-trigger/${channel}`,
        headers: json,
        body: '{"methodName":"channels","data":{}}',
      }),
    ).toMatchObject({ status: 404, body: { code: 'tool_not_found' } });
  });

  it('asks for the second page of notifications first, and gets an empty one', async () => {
    expect((await ask({ path: '/notifications?page=1' })).body).toEqual({
      notifications: [],
      total: 0,
      page: 1,
      limit: 100,
      hasMore: false,
    });
  });

  it('deletes a post or its group twice, and treats 404 as "already gone" when it does so to a channel', async () => {
    await sql(crier, 'delete from rate_limit');
    const [one, two] = [
      await createOne(crier, buildPost(channel)),
      await createOne(crier, buildPost(channel)),
    ];
    const [row] = await sql<{ group: string }>(
      crier,
      'select public_group as group from post where id = $1',
      [two],
    );
    const spare = (await crier.connect('sandbox', { name: 'Spare' })).id;
    for (const [path, again] of [
      [`/posts/${one}`, 200],
      [`/posts/group/${row?.group}`, 200],
      [`/integrations/${spare}`, 404],
    ] as const) {
      expect([
        (await ask({ method: 'DELETE', path })).status,
        (await ask({ method: 'DELETE', path })).status,
      ]).toEqual([200, again]);
    }
  });

  it('changes the status of a post, and sets its id on the network', async () => {
    const id = await createOne(crier, buildPost(channel, { type: 'draft' }));
    const put = (path: string, body: object): Promise<unknown> =>
      ask({ method: 'PUT', path: `/posts/${id}${path}`, headers: json, body: JSON.stringify(body) });
    expect(await put('/status', { status: 'schedule' })).toMatchObject({
      status: 200,
      body: { id, state: 'QUEUE' },
    });
    expect(await put('/status', { status: 'draft' })).toMatchObject({
      status: 200,
      body: { id, state: 'DRAFT' },
    });
    expect((await ask({ path: `/posts/${id}/missing` })).body).toEqual([]);
    await setState(crier, id, 'published');
    await sql(crier, "update post set release_id = 'missing' where id = $1", [id]);
    expect(await put('/release-id', { releaseId: '4711' })).toMatchObject({
      status: 200,
      body: { id, releaseId: '4711' },
    });
  });

  it('uploads a file, and another from a URL', async () => {
    const uploaded = { id: expect.any(String), path: expect.stringContaining('/uploads/') };
    expect(
      await ask({ method: 'POST', path: '/upload', body: fileForm(png(), 'menu.png', 'image/png') }),
    ).toMatchObject({ status: 201, body: uploaded });
    expect(
      await ask({
        method: 'POST',
        path: '/upload-from-url',
        headers: json,
        body: JSON.stringify({ url: host.serve('/menu.png', png()) }),
      }),
    ).toMatchObject({ status: 201, body: uploaded });
  });

  it('gets a message that what comes later does not exist yet', async () => {
    expect(await ask({ method: 'POST', path: '/generate-video', headers: json, body: '{}' })).toMatchObject({
      status: 404,
      body: { code: 'route_not_found', message: expect.stringContaining('Cannot POST') },
    });
  });

  it('finds no numbers where a network shows none', async () => {
    await sql(crier, 'delete from rate_limit');
    const id = await createOne(crier, buildPost(channel));
    for (const path of [`/analytics/${channel}?date=7`, `/analytics/post/${id}`]) {
      expect(await ask({ path })).toMatchObject({ status: 200, body: [] });
    }
    expect(await ask({ path: `/analytics/${channel}?date=soon` })).toMatchObject({
      status: 400,
      body: { code: 'invalid_request' },
    });
  });
});

describe('an assistant whose base URL ends in /public/v1, and which identifies a post by the id of its part', () => {
  let crier: TestInstance;
  let channel: string;
  let ask: ReturnType<typeof clientAt>;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    channel = (await crier.connect('sandbox')).id;
    ask = clientAt(`${crier.url}/public/v1`, { authorization: crier.apiKey });
  });
  afterAll(() => crier?.stop());

  /**
   * A client that sends the same settings to every network, media by URL alone, and the time as the
   * group.
   */
  const post = (
    changes: object = {},
    part: object = {},
  ): Promise<{ status: number; headers: object; body: ErrorBody & { postId: string }[] }> =>
    ask({
      method: 'POST',
      path: '/posts',
      headers: json,
      body: JSON.stringify({
        type: 'schedule',
        date: FUTURE,
        shortLink: false,
        tags: [],
        posts: [
          {
            integration: { id: channel },
            group: '1783072800000',
            value: [{ content: '<p>Spring menu</p>', image: [], ...part }],
            settings: { __type: 'sandbox', who_can_reply_post: 'everyone', post_type: 'post', ...changes },
          },
        ],
      }),
    });

  it("creates a post with other networks' keys in its settings, and with media whose id is their URL", async () => {
    const file = (
      await ask<{ path: string }>({
        method: 'POST',
        path: '/upload',
        body: fileForm(png(), 'menu.png', 'image/png'),
      })
    ).body;
    const made = await post({}, { image: [{ id: file.path, path: file.path }] });
    expect(made.status).toBe(201);
    expect((await ask({ path: `/posts/${made.body[0]?.postId}` })).body).toMatchObject({
      content: '<p>Spring menu</p>',
      items: [{ image: [{ path: file.path }] }],
    });
  });

  it('learns from the message which __type it must send', async () => {
    const { status, headers, body } = await post({ __type: undefined });
    expect([status, body.message]).toEqual([
      400,
      expect.stringContaining('settings.__type must be "sandbox"'),
    ]);
    // It would count an HTML page as failed authentication.
    expect(headers).toHaveProperty('content-type', 'application/json; charset=utf-8');
  });

  it('changes a post by sending it again with its id', async () => {
    const id = (await post({}, { content: 'First words' })).body[0]?.postId;
    const again = await post({}, { content: 'Second words', id });
    expect([again.status, again.body[0]?.postId]).toEqual([201, id]);
    expect((await ask({ path: `/posts/${id}` })).body).toMatchObject({
      content: 'Second words',
      state: 'QUEUE',
    });
  });

  it('lists posts and channels, and deletes', async () => {
    const id = await createOne(crier, buildPost(channel));
    expect(
      (
        await ask<{ posts: unknown[] }>({
          path: '/posts?startDate=2031-05-01T00:00:00.000Z&endDate=2031-06-01T00:00:00.000Z',
        })
      ).body.posts,
    ).toContainEqual(expect.objectContaining({ id }));
    expect((await ask({ path: '/integrations' })).body).toEqual([
      expect.objectContaining({ id: channel, identifier: 'sandbox' }),
    ]);
    expect((await ask({ method: 'DELETE', path: `/posts/${id}` })).status).toBe(200);
  });
});
