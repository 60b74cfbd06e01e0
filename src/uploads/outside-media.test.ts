import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ApiError } from '../platform/errors.ts';
import {
  FUTURE,
  UNKNOWN_ID,
  buildPost,
  buildTarget,
  countRows,
  png,
  refusal,
  sql,
  upload,
  type ErrorBody,
} from '../test/factories.ts';
import { startInstance, type Answer, type TestInstance } from '../test/instance.ts';
import { startMediaHost, type MediaHost } from './fixtures/media-host.ts';
import { mp4 } from '../platform/media/fixtures/mp4.ts';
import { withOutsideMedia } from './outside-media.ts';

interface Row {
  content: string;
  media: { id: string; path: string; alt?: string }[];
}

const PLACE = 'posts.0.value.0.image.0.path';
const dataUri = (bytes: Uint8Array, type = 'image/png'): string =>
  `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;

describe('media named in a post', () => {
  let crier: TestInstance;
  let host: MediaHost;
  let channel: string;
  let before: unknown;
  beforeAll(async () => {
    [crier, host] = await Promise.all([
      startInstance({ temporal: false, env: { SSRF_ALLOW_CIDRS: '127.0.0.1/32' } }),
      startMediaHost(),
    ]);
    channel = (await crier.connect('sandbox')).id;
  });
  beforeEach(async () => {
    host.requests.length = 0;
    before = await stock();
  });
  afterEach(() => {
    const incoming = join(crier.context.uploadFolder, '.incoming');
    expect(existsSync(incoming) ? readdirSync(incoming) : []).toEqual([]);
  });
  afterAll(async () => {
    await host?.stop();
    await crier?.stop();
  });

  /** Everything that a refused request must leave as it was. */
  const stock = async (): Promise<unknown> => ({
    media: await countRows(crier, 'media'),
    posts: await countRows(crier, 'post'),
    files: readdirSync(crier.context.uploadFolder, { recursive: true, withFileTypes: true }).filter((f) =>
      f.isFile(),
    ).length,
  });
  const create = (value: unknown[], changes: Record<string, unknown> = {}): Promise<Answer<ErrorBody>> =>
    crier.call<ErrorBody>('POST', '/posts', {
      body: buildPost([], { posts: [buildTarget(channel, { value })], ...changes }),
    });
  const createWith = (...paths: string[]): Promise<Answer<ErrorBody>> =>
    create([{ content: 'Menu', image: paths.map((path) => ({ id: 'photo.png', path })) }]);
  const newest = (): Promise<Row[]> =>
    sql<Row>(
      crier,
      'select content, media from post_item where post_id = (select id from post order by id desc limit 1) order by position',
    );

  describe('by a URL on another host', () => {
    it('is fetched and becomes an upload of the organisation, with its alternative text', async () => {
      const file = png(30, 20);
      const url = host.serve('/menu.png', file);
      expect(
        (await create([{ content: 'Menu', image: [{ id: 'x', path: url, alt: 'The menu' }] }])).status,
      ).toBe(201);
      const [item] = await newest();
      expect(item?.media).toEqual([
        {
          id: expect.any(String),
          path: expect.stringMatching(`^${crier.context.publicUrl}/uploads/`),
          alt: 'The menu',
        },
      ]);
      expect(await crier.context.storage.find(crier.organizationId, item?.media[0]?.id ?? '')).toMatchObject({
        mime: 'image/png',
        width: 30,
        height: 20,
        size: file.length,
      });
    });

    it('needs no file extension, unlike an upload by URL, and redirects are followed', async () => {
      host.serve('/signed', mp4());
      expect((await createWith(`${host.serve('/latest', '/signed')}?token=1`)).status).toBe(201);
    });

    it('is fetched once when two parts name it, and at most four at a time', async () => {
      const slow = (n: number): string =>
        host.serve(`/slow-${n}.png`, (_, response) => void setTimeout(() => response.end(png()), 50));
      const urls = Array.from({ length: 10 }, (_, n) => slow(n));
      const parts = [
        { content: 'One', image: urls.slice(0, 4) },
        { content: 'Two', image: urls.slice(4, 8) },
        { content: 'Three', image: [...urls.slice(8), ...urls.slice(0, 2)] },
      ];
      const posts = [1, 2].map(() =>
        buildTarget(channel, {
          value: parts.map((p) => ({ ...p, image: p.image.map((path) => ({ path })) })),
        }),
      );
      expect((await create([], { posts })).status).toBe(201);
      expect(host.requests).toHaveLength(10);
      expect(host.load.most).toBe(4);
      expect(await countRows(crier, 'media')).toBe((before as { media: number }).media + 10);
    });

    it('is fetched for a draft too, so that nothing depends on the other host later', async () => {
      expect(
        (
          await create([{ content: 'Idea', image: [{ path: host.serve('/idea.png', png()) }] }], {
            type: 'draft',
          })
        ).status,
      ).toBe(201);
      expect((await newest())[0]?.media[0]?.path).toContain('/uploads/');
    });

    it('can be named in a setting, which then names the upload', async () => {
      const site = (await crier.connect('sandbox', {})).id;
      await sql(crier, "update integration set provider = 'wordpress' where id = $1", [site]);
      const post = (path: string): Record<string, unknown> => ({
        posts: [
          buildTarget(site, {
            settings: { __type: 'wordpress', title: 'News', type: 'post', main_image: { id: 'cover', path } },
          }),
        ],
      });
      expect((await create([], post(host.serve('/cover.png', png(50, 40))))).status).toBe(201);
      const [row] = await sql<{ cover: { id: string; path: string } }>(
        crier,
        "select settings -> 'main_image' as cover from post where integration_id = $1",
        [site],
      );
      expect(await crier.context.storage.find(crier.organizationId, row?.cover.id ?? '')).toMatchObject({
        width: 50,
        url: row?.cover.path,
      });
      expect(refusal(await create([], post('https://10.0.0.1/cover.png')))).toEqual({
        status: 400,
        code: 'blocked_address',
        paths: ['posts.0.settings.main_image.path'],
      });
      await sql(crier, "update integration set provider = 'sandbox', deleted_at = now() where id = $1", [
        site,
      ]);
    });

    it.each([
      'http://169.254.169.254/latest/meta-data.png',
      'http://10.0.0.1/a.png',
      'http://[::1]/a.png',
      'http://2130706434/a.png',
      'https://192.168.0.1:8443/a.png',
    ])('is refused as "Blocked IP" at %s', async (path) => {
      const answer = await createWith(path);
      expect(refusal(answer)).toEqual({ status: 400, code: 'blocked_address', paths: [PLACE] });
      expect(answer.body.message).toMatch(/^Blocked IP/);
      expect(await stock()).toEqual(before);
    });

    it('is refused when a redirect leads to a private address', async () => {
      expect(
        refusal(await createWith(host.serve('/trap.png', 'http://169.254.169.254/latest/meta-data'))),
      ).toEqual({ status: 400, code: 'blocked_address', paths: [PLACE] });
      expect(await stock()).toEqual(before);
    });

    it('is refused, naming its place, when it cannot be fetched or is something else', async () => {
      expect(refusal(await createWith(`${host.url}/missing.png`))).toEqual({
        status: 400,
        code: 'fetch_failed',
        paths: [PLACE],
      });
      expect(refusal(await createWith('https://nowhere.invalid/a.png'))).toEqual({
        status: 400,
        code: 'fetch_failed',
        paths: [PLACE],
      });
      expect(
        refusal(await createWith(host.serve('/page.png', new Uint8Array(Buffer.from('<html>'))))),
      ).toEqual({ status: 400, code: 'unsupported_file', paths: [PLACE] });
      expect(
        refusal(await createWith(host.serve('/large.png', Buffer.concat([png(), Buffer.alloc(10_485_760)])))),
      ).toEqual({ status: 400, code: 'file_too_large', paths: [PLACE] });
      expect(await stock()).toEqual(before);
    });

    it("is not fetched when it looks like an upload that is not the organisation's", async () => {
      const path = host.serve('/uploads/2031/05/04/00000000000000000000000000000000.png', png());
      expect(refusal(await createWith(path))).toEqual({
        status: 400,
        code: 'media_not_stored',
        paths: ['posts.0.value.0.image.0'],
      });
      expect(host.requests).toEqual([]);
    });

    it('is not fetched for an invalid request', async () => {
      const image = [{ path: host.serve('/early.png', png()) }];
      expect(refusal(await create([{ content: 'x', image }], { date: 'soon' })).status).toBe(400);
      expect(refusal(await create([{ content: 5, image }])).status).toBe(400);
      expect(host.requests).toEqual([]);
    });
  });

  describe('when the post is refused', () => {
    const image = (): unknown[] => [{ path: host.serve('/good.png', png()) }, { path: dataUri(png(9, 9)) }];

    it.each<[string, () => [unknown[], Record<string, unknown>?]]>([
      ['its text is too long', () => [[{ content: 'x'.repeat(5001), image: image() }]]],
      [
        'another picture cannot be had',
        () => [[{ content: 'x', image: [...image(), { path: `${host.url}/missing.png` }] }]],
      ],
      [
        'another part names an upload that is not there',
        () => [
          [
            { content: 'x', image: image() },
            { content: 'y', image: [{ id: UNKNOWN_ID, path: 'x' }] },
          ],
        ],
      ],
      [
        'another target does not exist',
        () => [
          [],
          {
            posts: [
              buildTarget(channel, { value: [{ content: 'x', image: image() }] }),
              buildTarget(UNKNOWN_ID),
            ],
          },
        ],
      ],
    ])('is removed again because %s', async (_, request) => {
      expect((await create(...request())).status).toBeGreaterThanOrEqual(400);
      expect(await stock()).toEqual(before);
    });

    it('is removed again when the same request was just accepted; the first keeps its own', async () => {
      const body = buildPost([], {
        date: FUTURE,
        posts: [buildTarget(channel, { value: [{ content: `Duplicate ${Date.now()}`, image: image() }] })],
      });
      const createSame = (): Promise<Answer<ErrorBody>> =>
        crier.call<ErrorBody>('POST', '/posts', { body, idempotent: false });
      expect((await createSame()).status).toBe(201);
      const after = await stock();
      expect(refusal(await createSame())).toEqual({ status: 409, code: 'duplicate_request' });
      expect(await stock()).toEqual(after);
      for (const media of (await newest())[0]?.media ?? []) {
        expect(await crier.context.storage.find(crier.organizationId, media.id)).toBeDefined();
      }
    });

    it('is kept after an unexpected error, because the post may have been stored', async () => {
      const attempt = (error: Error): Promise<unknown> =>
        withOutsideMedia(crier.context, async ({ storage }) => {
          await storage.resolve(crier.organizationId, { path: dataUri(png()) });
          throw error;
        });
      await expect(attempt(new ApiError('invalid_content'))).rejects.toThrow(ApiError);
      expect(await stock()).toEqual(before);
      await expect(attempt(new Error('Connection terminated unexpectedly'))).rejects.toThrow('Connection');
      expect(await countRows(crier, 'media')).toBe((before as { media: number }).media + 1);
    });
  });

  describe('as a data: URI', () => {
    it('is stored as an upload, with its type taken from the bytes', async () => {
      expect(
        (
          await createWith(
            dataUri(png(30, 20)),
            dataUri(mp4({ durationMs: 3000 }), 'image/png'),
            dataUri(png(), 'application/octet-stream'),
            `DATA:;base64,${Buffer.from(png(7, 7)).toString('base64')}`,
          )
        ).status,
      ).toBe(201);
      const media = (await newest())[0]?.media ?? [];
      expect(
        await Promise.all(media.map(({ id }) => crier.context.storage.find(crier.organizationId, id))),
      ).toMatchObject([
        { mime: 'image/png', width: 30 },
        { mime: 'video/mp4', durationMs: 3000 },
        { width: 2 },
        { width: 7 },
      ]);
      expect(JSON.stringify(media)).not.toContain('base64');
    });

    it('is stored also when its base64 is broken into lines, or escaped as in a URL', async () => {
      const lines = dataUri(png(11, 9)).replaceAll(/.{30}/g, '$&\r\n  ');
      const escaped = lines.replace(/,.*/s, (data) => `,${encodeURIComponent(data.slice(1))}`);
      expect((await createWith(lines, escaped)).status).toBe(201);
    });

    it('can be as large as a picture may be, and no larger', async () => {
      const sized = (size: number): string =>
        dataUri(Buffer.concat([png(), Buffer.alloc(size - png().length)]));
      expect((await createWith(sized(10_485_760))).status).toBe(201);
      before = await stock();
      expect(refusal(await createWith(sized(10_485_761)))).toEqual({
        status: 400,
        code: 'file_too_large',
        paths: [PLACE],
      });
      expect(await stock()).toEqual(before);
    });

    const good = Buffer.from(png()).toString('base64');
    it.each([
      [
        'characters that are not base64',
        `data:image/png;base64,${good.slice(0, 8)}*${good.slice(9)}`,
        'invalid_request',
      ],
      ['an escape that is none', `data:image/png;base64,${good}%`, 'invalid_request'],
      ['the alphabet of URLs', 'data:image/png;base64,-_-_', 'invalid_request'],
      ['padding in the middle', 'data:image/png;base64,AA==AAAA', 'invalid_request'],
      ['too little padding', 'data:image/png;base64,AAA==', 'invalid_request'],
      ['one character too many', 'data:image/png;base64,AAAAA', 'invalid_request'],
      ['percent signs', 'data:image/png,%89PNG', 'invalid_request'],
      ['no comma', 'data:image/png;base64', 'invalid_request'],
      ['nothing', 'data:image/png;base64,', 'unsupported_file'],
      ['a head without end', `data:image/png;${'x'.repeat(300)};base64,${good}`, 'invalid_request'],
      ['a text', `data:text/plain;base64,${Buffer.from('hello').toString('base64')}`, 'unsupported_file'],
      ['a picture that calls itself a text', `data:text/html;base64,${good}`, 'unsupported_file'],
      [
        'a script that calls itself a picture',
        `data:image/png;base64,${Buffer.from('<script>').toString('base64')}`,
        'unsupported_file',
      ],
      [
        'an SVG',
        `data:image/svg+xml;base64,${Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64')}`,
        'unsupported_file',
      ],
    ])('is refused with %s', async (_, path, code) => {
      const answer = await createWith(path);
      expect(refusal(answer)).toEqual({ status: 400, code, paths: [PLACE] });
      expect(answer.text.length).toBeLessThan(2000);
      expect(await stock()).toEqual(before);
    });
  });
});

describe('RESTRICT_UPLOAD_DOMAINS', () => {
  let crier: TestInstance;
  let host: MediaHost;
  beforeAll(async () => {
    host = await startMediaHost();
    crier = await startInstance({
      temporal: false,
      env: { RESTRICT_UPLOAD_DOMAINS: `${new URL(host.url).host}/ours/` },
    });
  });
  afterAll(async () => {
    await host?.stop();
    await crier?.stop();
  });

  it('allows URLs that contain the text, own uploads and data: URIs; nothing else is fetched', async () => {
    const channel = (await crier.connect('sandbox')).id;
    const create = (path: string): Promise<Answer<ErrorBody>> =>
      crier.call<ErrorBody>('POST', '/posts', {
        body: buildPost([], {
          posts: [buildTarget(channel, { value: [{ content: 'x', image: [{ path }] }] })],
        }),
      });
    const own = (await upload<{ path: string }>(crier, png())).body.path;
    for (const path of [own, host.serve('/ours/a.png', png()), dataUri(png())]) {
      expect((await create(path)).status).toBe(201);
    }
    const answer = await create(host.serve('/theirs/a.png', png()));
    expect(refusal(answer)).toEqual({ status: 400, code: 'invalid_request', paths: [PLACE] });
    expect(answer.body.message).toContain('/ours/');
    expect(host.requests.map((r) => r.url)).toEqual(['/ours/a.png']);
  });
});
