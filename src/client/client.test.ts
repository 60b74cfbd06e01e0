import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { FUTURE, UNKNOWN_ID, png } from '../test/factories.ts';
import { startInstance, type TestInstance } from '../test/instance.ts';
import { run } from '../test/servers/server.ts';
import type { Surface } from '../http/openapi/codes-of.ts';
import { TYPE_FILES, buildTypes } from './build-types.ts';
import { CrierError, createClient, orThrow, type CreatePosts, type CrierClient } from './index.ts';

/** What a call was refused with; fails when it was not. */
async function refusalOf(call: Promise<unknown>): Promise<CrierError> {
  const outcome = await call.then(
    (data) => ({ data }),
    (error: unknown) => ({ error }),
  );
  if ('error' in outcome && outcome.error instanceof CrierError) return outcome.error;
  throw new Error(`no refusal: ${JSON.stringify(outcome)}`);
}

describe('the generated types of the client and of the web app', () => {
  it.each(Object.entries(TYPE_FILES) as [Surface, string][])(
    'match the documents (npm run types writes them): %s',
    async (surface, file) => {
      expect((await buildTypes(surface)) === readFileSync(file, 'utf8')).toBe(true);
    },
  );

  it('are not written again while nothing has changed', async () => {
    const written = (): number[] => Object.values(TYPE_FILES).map((file) => statSync(file).mtimeMs);
    const before = written();
    await run(process.execPath, ['src/client/generate.ts'], { env: { PATH: process.env.PATH } });
    expect(written()).toEqual(before);
  });
});

describe('the typed client', () => {
  let instance: TestInstance;
  let crier: CrierClient;
  let channel: string;
  beforeAll(async () => {
    instance = await startInstance({ temporal: false });
    crier = createClient({ baseUrl: instance.url, apiKey: instance.apiKey });
    channel = (await instance.connect('sandbox', { name: 'Menus' })).id;
  });
  afterAll(() => instance?.stop());

  const body = (content: string): CreatePosts => ({
    type: 'schedule',
    date: FUTURE,
    posts: [{ integration: { id: channel }, value: [{ content }] }],
  });

  it('creates, lists, shows, changes and deletes a post', async () => {
    const [created] = await orThrow(crier.POST('/posts', { body: body('Spring menu') }));
    const id = created?.postId ?? '';
    expect(created).toEqual({ postId: id, integration: channel });
    const { posts } = await orThrow(
      crier.GET('/posts', { params: { query: { state: 'QUEUE', limit: 10 } } }),
    );
    expect(posts.map((post) => [post.id, post.content, post.publishDate])).toEqual([
      [id, 'Spring menu', FUTURE],
    ]);
    const { data: shown, response } = await crier.GET('/posts/{id}', { params: { path: { id } } });
    expect(shown?.status).toBe('scheduled');
    const changed = await orThrow(
      crier.PATCH('/posts/{id}', {
        params: { path: { id }, header: { 'If-Match': response.headers.get('etag') ?? '' } },
        body: { content: 'Summer menu' },
      }),
    );
    expect(changed.items.map((item) => item.content)).toEqual(['Summer menu']);
    expect(await orThrow(crier.DELETE('/posts/{id}', { params: { path: { id } } }))).toEqual({
      id,
      status: 'cancelled',
    });
    expect(await refusalOf(orThrow(crier.GET('/posts/{id}', { params: { path: { id } } })))).toMatchObject({
      status: 404,
      code: 'post_not_found',
    });
  });

  it('uploads a file, and uses the answer in a post', async () => {
    const media = await orThrow(
      crier.POST('/upload', { body: { file: new File([png(3, 2)], 'menu.png', { type: 'image/png' }) } }),
    );
    expect(media).toMatchObject({ type: 'image/png', width: 3, height: 2 });
    const [created] = await orThrow(
      crier.POST('/posts', {
        body: {
          ...body('With a picture'),
          posts: [{ integration: { id: channel }, value: [{ content: 'With a picture', image: [media] }] }],
        },
      }),
    );
    const { items } = await orThrow(
      crier.GET('/posts/{id}', { params: { path: { id: created?.postId ?? '' } } }),
    );
    expect(items[0]?.image.map((image) => image.path)).toEqual([media.path]);
  });

  it('sends an Idempotency-Key, so that a repeated request creates once', async () => {
    const request = { params: { header: { 'Idempotency-Key': 'menu-of-may' } }, body: body('Once') };
    expect(await orThrow(crier.POST('/posts', request))).toEqual(
      await orThrow(crier.POST('/posts', request)),
    );
  });

  it('throws an error with its code, its places and the request id in the log', async () => {
    const refused = await refusalOf(orThrow(crier.POST('/posts', { body: { ...body('x'), posts: [] } })));
    expect(refused).toMatchObject({
      name: 'CrierError',
      status: 400,
      code: 'invalid_request',
      issues: [{ path: 'posts', message: 'must have at least 1 entry' }],
      retryAfterSeconds: null,
    });
    expect(refused.requestId).toMatch(/^[0-9a-f-]{36}$/);
    expect(
      await refusalOf(
        orThrow(
          crier.POST('/posts', {
            body: { ...body('x'), posts: [{ integration: { id: UNKNOWN_ID }, value: [{ content: 'x' }] }] },
          }),
        ),
      ),
    ).toMatchObject({ status: 404, code: 'integration_not_found', issues: expect.any(Array) });
    expect(
      await refusalOf(
        orThrow(createClient({ baseUrl: instance.url, apiKey: 'not-a-key' }).GET('/is-connected')),
      ),
    ).toMatchObject({ status: 401, code: 'invalid_api_key' });
  });

  it('reports how long to wait', async () => {
    const busy = createClient({
      baseUrl: instance.url,
      apiKey: instance.apiKey,
      fetch: async () =>
        Response.json(
          {
            statusCode: 429,
            error: 'Too Many Requests',
            code: 'rate_limited',
            message: 'Wait',
            msg: 'Wait',
            requestId: UNKNOWN_ID,
          },
          { status: 429, headers: { 'retry-after': '90' } },
        ),
    });
    expect(await refusalOf(orThrow(busy.GET('/posts')))).toMatchObject({
      code: 'rate_limited',
      retryAfterSeconds: 90,
    });
  });

  it("reports when an answer is not Crier's", async () => {
    const proxied = createClient({
      baseUrl: instance.url,
      apiKey: instance.apiKey,
      fetch: async () => new Response('<h1>Bad Gateway</h1>', { status: 502 }),
    });
    expect(await refusalOf(orThrow(proxied.GET('/posts')))).toMatchObject({
      status: 502,
      code: 'unreadable',
      requestId: null,
      issues: [],
    });
  });

  it('works below /api, and with a URL that ends in a slash', async () => {
    for (const baseUrl of [
      `${instance.url}/api/public/v1`,
      `${instance.url}/public/v1/`,
      `${instance.url}/`,
    ]) {
      expect(await orThrow(createClient({ baseUrl, apiKey: instance.apiKey }).GET('/is-connected'))).toEqual({
        connected: true,
        timeZone: 'UTC',
        frozen: null,
      });
    }
  });

  it('does what its README shows, in a separate program', async () => {
    const example = /```ts\n([\s\S]+?)```/.exec(readFileSync('src/client/README.md', 'utf8'))?.[1] ?? '';
    const file = join(instance.dataDir, 'example.ts');
    writeFileSync(
      file,
      example.replace("'@crier/client'", `'${pathToFileURL(resolve('src/client/index.ts')).href}'`),
    );
    const output = await run(process.execPath, [file], {
      env: { PATH: process.env.PATH, CRIER_URL: instance.url, CRIER_API_KEY: instance.apiKey },
    });
    expect(output).toMatch(/^Scheduled for 2031-05-04T09:30:00.000Z: [0-9a-f-]{36}\n$/);
  });
});
