import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startMediaHost, type MediaHost } from '../../uploads/fixtures/media-host.ts';
import { startDiscordServer, type DiscordServer } from '../e2e/network-discord.ts';
import { FUTURE, png, sql, type ErrorBody } from '../factories.ts';
import { startInstance, type TestInstance } from '../instance.ts';
import { freePort } from '../../run/embedded/ports.ts';
import { clientAt, fileForm, type ClientAnswer } from './send.ts';

const json = { 'content-type': 'application/json' };

describe('a website plugin', () => {
  let crier: TestInstance;
  let host: MediaHost;
  let channel: string;
  let ask: ReturnType<typeof clientAt>;
  beforeAll(async () => {
    [crier, host] = await Promise.all([startInstance({ temporal: false }), startMediaHost()]);
    channel = (await crier.connect('sandbox', { name: 'Cafe Nord' })).id;
    ask = clientAt(`${crier.url}/public/v1`, { authorization: crier.apiKey });
  });
  afterAll(async () => {
    await host?.stop();
    await crier?.stop();
  });

  const publish = <T>(settings: object, image: object[] = []): Promise<ClientAnswer<T>> =>
    ask<T>({
      method: 'POST',
      path: '/posts',
      headers: json,
      body: JSON.stringify({
        type: 'schedule',
        date: FUTURE,
        shortLink: false,
        tags: [],
        posts: [
          { integration: { id: channel }, value: [{ content: 'Read our new article', image }], settings },
        ],
      }),
    });
  /** A client that takes any top-level key `error` as failure, with any status. */
  const succeeded = ({ status, body }: ClientAnswer<object>): boolean => status < 300 && !('error' in body);

  it('publishes an article with its picture and finds the post again', async () => {
    const channels = await ask<object[]>({ path: '/integrations' });
    expect([succeeded(channels), channels.body]).toEqual([
      true,
      [expect.objectContaining({ id: channel, identifier: 'sandbox', name: 'Cafe Nord' })],
    ]);
    const file = await ask<{ id: string; path: string }>({
      method: 'POST',
      path: '/upload-from-url',
      headers: json,
      body: JSON.stringify({ url: host.serve('/article.png', png()) }),
    });
    expect(succeeded(file)).toBe(true);
    const made = await publish<{ postId: string }[]>({ __type: 'sandbox' }, [
      { id: file.body.id, path: file.body.path },
    ]);
    expect(succeeded(made)).toBe(true);
    expect((await ask({ path: `/posts/${made.body[0]?.postId}` })).status).toBe(200);
  });

  it('finds the problem in message, with error next to it', async () => {
    const refused = await publish<ErrorBody>({ __type: 'sandbox' }, [{ id: 'x', path: 'not-uploaded' }]);
    expect([succeeded(refused), refused.body.error, refused.body.message]).toEqual([
      false,
      'Bad Request',
      expect.stringContaining('posts.0.value.0.image.0'),
    ]);
    expect(succeeded(await ask<object>({ path: '/integrations', headers: { authorization: 'wrong' } }))).toBe(
      false,
    );
  });

  it('learns the right __type when it names the service instead of the provider', async () => {
    await sql(crier, "update integration set provider = 'instagram-standalone' where id = $1", [channel]);
    const refused = await publish<ErrorBody>({ __type: 'instagram', post_type: 'post' });
    expect([refused.status, refused.body.message]).toEqual([
      400,
      expect.stringContaining('settings.__type must be "instagram-standalone"'),
    ]);
  });
});

describe('a typed client for .NET', () => {
  let crier: TestInstance;
  let server: DiscordServer;
  let channel: string;
  let ask: ReturnType<typeof clientAt>;
  const GROUP = '01900000-0000-7000-8000-00000000c001';
  beforeAll(async () => {
    server = await startDiscordServer();
    crier = await startInstance({ temporal: false, env: server.env });
    channel = (await crier.connect('discord', server.fields)).id;
    await sql(crier, 'insert into customer (id, organization_id, name) values ($1, $2, $3)', [
      GROUP,
      crier.organizationId,
      'Cafe Nord',
    ]);
    await sql(crier, 'update integration set customer_id = $1 where id = $2', [GROUP, channel]);
    ask = clientAt(`${crier.url}/public/v1`, { authorization: crier.apiKey, accept: 'application/json' });
  });
  afterAll(async () => {
    await crier?.stop();
    await server?.stop();
  });

  it.each([
    '2031-05-04T09:30:00.0000000+00:00',
    '2031-05-04T11:30:00.0000000+02:00',
    '2031-05-04T09:30:00.0000001Z',
  ])('creates a post for %s, omitting members without a value', async (date) => {
    const made = await ask<object[]>({
      method: 'POST',
      path: '/posts',
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: JSON.stringify({
        type: 'schedule',
        date,
        shortLink: false,
        tags: [],
        inter: 7,
        order: 'asc',
        creationMethod: 'API',
        posts: [
          {
            integration: { id: channel },
            value: [{ content: `At ${date}`, image: [] }],
            settings: { __type: 'discord', channel: server.news },
          },
        ],
      }),
    });
    expect([made.status, made.body]).toEqual([201, [{ postId: expect.any(String), integration: channel }]]);
    expect((await ask({ path: `/posts/${(made.body[0] as { postId: string }).postId}` })).body).toMatchObject(
      { publishDate: '2031-05-04T09:30:00.000Z', intervalInDays: 7, creationMethod: 'API' },
    );
  });

  it('reads channels, also of one group, and the groups', async () => {
    const known = {
      id: channel,
      name: expect.any(String),
      identifier: 'discord',
      disabled: false,
      customer: { id: GROUP, name: 'Cafe Nord' },
    };
    for (const query of ['', `?group=${GROUP}`]) {
      expect((await ask({ path: `/integrations${query}` })).body).toEqual([expect.objectContaining(known)]);
    }
    expect((await ask({ path: '/groups' })).body).toEqual([{ id: GROUP, name: 'Cafe Nord' }]);
  });

  it('reads a slot as a date with an offset', async () => {
    const { date } = (await ask<{ date: string }>({ path: `/find-slot/${channel}` })).body;
    expect(new Date(date).toISOString()).toBe(date);
  });

  it('reads the output of a tool, of settings and of an upload', async () => {
    expect(
      (
        await ask({
          method: 'POST',
          path: `/integration-trigger/${channel}`,
          headers: json,
          body: '{"methodName":"channels"}',
        })
      ).body,
    ).toEqual({ output: expect.any(Array) });
    expect((await ask({ path: `/integration-settings/${channel}` })).body).toMatchObject({
      output: { settings: { type: 'object' } },
    });
    expect(
      await ask({ method: 'POST', path: '/upload', body: fileForm(png(), 'menu.png', 'image/png') }),
    ).toMatchObject({
      status: 201,
      body: { id: expect.any(String), name: expect.any(String), path: expect.any(String) },
    });
  });

  it('repeats a read or a delete after the seconds named by a 503, waiting at most 30', async () => {
    const away = await crier.startApi({
      DATABASE_URL: `postgres://crier:secret@127.0.0.1:${await freePort()}/crier`,
    });
    const elsewhere = clientAt(`${away}/public/v1`, { authorization: crier.apiKey });
    for (const method of ['GET', 'DELETE'] as const) {
      const { status, headers } = await elsewhere({
        method,
        path: `/posts/01900000-0000-7000-8000-000000000000`,
      });
      expect([status, headers['retry-after']]).toEqual([503, expect.stringMatching(/^([1-9]|[12]\d|30)$/)]);
    }
  });
});
