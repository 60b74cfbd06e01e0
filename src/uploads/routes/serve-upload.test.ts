import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { png, SMALL_FILES, upload, type ErrorBody } from '../../test/factories.ts';
import { startInstance, type TestInstance } from '../../test/instance.ts';
import { rawRequest } from '../../test/raw-request.ts';

describe('GET /uploads/…', () => {
  let crier: TestInstance;
  let path: string;
  const file = png(40, 40);
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    path = new URL((await upload<{ path: string }>(crier, file)).body.path).pathname;
  });
  afterAll(() => crier?.stop());

  const get = (headers: Record<string, string> = {}, method = 'GET', at = path): Promise<Response> =>
    fetch(`${crier.url}${at}`, { method, headers });
  const bytes = async (response: Response): Promise<Buffer> => Buffer.from(await response.arrayBuffer());

  it.each(['', '/api', '//'])(
    'serves a file below %j without a key, inert and cacheable for ever',
    async (prefix) => {
      const response = await get({}, 'GET', `${prefix}${path}`);
      expect(response.status).toBe(200);
      expect(await bytes(response)).toEqual(Buffer.from(file));
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': 'image/png',
        'content-length': String(file.length),
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        'cache-control': 'public, max-age=31536000, immutable',
        'accept-ranges': 'bytes',
        'cross-origin-resource-policy': 'cross-origin',
      });
    },
  );

  it('answers HEAD with the same headers and no body, and ignores ranges there', async () => {
    const response = await get({ range: 'bytes=0-3' }, 'HEAD');
    expect([
      response.status,
      response.headers.get('content-length'),
      response.headers.get('content-type'),
      response.headers.get('content-range'),
    ]).toEqual([200, String(file.length), 'image/png', null]);
    expect(await bytes(response)).toHaveLength(0);
  });

  it('answers 304 without a body to a client that has the file, and 200 to one that has another', async () => {
    const first = await get();
    const [etag, date] = [first.headers.get('etag') ?? '', first.headers.get('last-modified') ?? ''];
    // fetch adds a Cache-Control of its own to such requests.
    const ask = (method: string, headers: string[]): ReturnType<typeof rawRequest> =>
      rawRequest(
        crier.url,
        [`${method} ${path} HTTP/1.1`, 'Host: x', 'Connection: close', ...headers, '', ''].join('\r\n'),
      );
    for (const header of [
      `If-None-Match: ${etag}`,
      `If-None-Match: "x", W/${etag}`,
      'If-None-Match: *',
      `If-Modified-Since: ${date}`,
    ]) {
      for (const method of ['GET', 'HEAD']) {
        expect(await ask(method, [header])).toMatchObject({ status: 304, body: '' });
      }
    }
    for (const headers of [
      ['If-None-Match: "another"'],
      ['If-Modified-Since: Thu, 01 Jan 2015 00:00:00 GMT'],
      ['If-None-Match: "another"', `If-Modified-Since: ${date}`],
    ]) {
      expect((await ask('GET', headers)).status).toBe(200);
    }
  });

  it('resumes a download of the same file, and starts again for a different one (If-Range)', async () => {
    const { headers } = await get();
    for (const known of [headers.get('etag'), headers.get('last-modified')]) {
      expect((await get({ range: 'bytes=4-', 'if-range': known ?? '' })).status).toBe(206);
    }
    expect((await get({ range: 'bytes=4-', 'if-range': '"another"' })).status).toBe(200);
  });

  it('lets a browser show pictures and videos, and download anything else', async () => {
    const folder = join(crier.context.uploadFolder, '2031/06/04');
    mkdirSync(folder, { recursive: true });
    for (const [extension, type, disposition] of [
      ['mp4', 'video/mp4', null],
      ['webp', 'image/webp', null],
      ['html', 'application/octet-stream', 'attachment'],
      ['svg', 'application/octet-stream', 'attachment'],
    ] as const) {
      writeFileSync(join(folder, `${'c'.repeat(32)}.${extension}`), '<script>alert(1)</script>');
      const { headers } = await get({}, 'GET', `/uploads/2031/06/04/${'c'.repeat(32)}.${extension}`);
      expect([headers.get('content-type'), headers.get('content-disposition')]).toEqual([type, disposition]);
    }
  });

  it.each([
    ['the first bytes', 'bytes=0-3', 0, 4],
    ['from one byte on', 'bytes=10-', 10, undefined],
    ['the last bytes', 'bytes=-5', -5, undefined],
    ['more than there is', 'bytes=3-999999', 3, undefined],
    ['a suffix longer than the file', 'bytes=-999999', 0, undefined],
  ])('answers %s', async (_, range, start, end) => {
    const response = await get({ range });
    const part = Buffer.from(file).subarray(start, end);
    const first = start < 0 ? file.length + start : start;
    expect(response.status).toBe(206);
    expect(await bytes(response)).toEqual(part);
    expect(response.headers.get('content-range')).toBe(
      `bytes ${first}-${first + part.length - 1}/${file.length}`,
    );
    expect(response.headers.get('content-length')).toBe(String(part.length));
  });

  it.each(['bytes=999999-', 'bytes=999999-1000000', 'bytes=-0', `bytes=${'9'.repeat(400)}-`])(
    'answers 416 to %s',
    async (range) => {
      const response = await get({ range });
      expect([response.status, response.headers.get('content-range')]).toEqual([
        416,
        `bytes */${file.length}`,
      ]);
    },
  );

  it.each(['bytes=0-1,3-4', 'lines=0-3', 'bytes=a-b', 'bytes=-', 'bytes', ''])(
    'answers the whole file for the range %j',
    async (range) => {
      const response = await get({ range });
      expect([response.status, (await bytes(response)).length]).toEqual([200, file.length]);
    },
  );

  it.each([
    '/uploads/',
    '/uploads',
    '/uploads/.incoming',
    '/uploads/2031/05/04/00000000000000000000000000000000.png',
    '/uploads/..%2f..%2fetc%2fpasswd',
    '/uploads/%2e%2e/%2e%2e/etc/passwd',
    '/uploads/..%252f..%252fetc%252fpasswd',
    '/uploads/..%5c..%5cetc%5cpasswd',
    '/uploads/2031/05/04/..%2f..%2f..%2f..%2fetc%2fpasswd',
    '/uploads/%00',
    '/uploads/2031%2f05%2f04%2f%00.png',
    '/uploads/%E0%A4%A',
    '/uploads//etc/passwd',
    '/uploads/..;/etc/passwd',
    '/uploads/secrets.json',
    '/uploads/%ff%fe',
  ])('does not find %s', async (at) => {
    const answer = await rawRequest(crier.url, `GET ${at} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    expect(answer.status).toBe(404);
    expect(JSON.parse(answer.body) as ErrorBody).toMatchObject({
      statusCode: 404,
      code: expect.stringMatching(/^(upload|route)_not_found$/),
    });
  });

  it.each([
    '/uploads/../../../etc/passwd',
    '/uploads/2031/../../../etc/passwd',
    '/uploads/\\..\\..\\etc\\passwd',
    '//uploads//..//..//etc/passwd',
  ])('does not find the unencoded %s', async (at) => {
    expect(
      (await rawRequest(crier.url, `GET ${at} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)).status,
    ).toBe(404);
  });

  it.each(['.incoming/part.png', 'notes.png', '2031/05/04/notes.png'])(
    'does not serve what stands in the folder and is no upload: %s',
    async (name) => {
      const file = join(crier.context.uploadFolder, name);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, 'secret');
      const answer = await get({}, 'GET', `/uploads/${name}`);
      expect([answer.status, (await answer.text()).includes('secret')]).toEqual([404, false]);
    },
  );

  it('does not follow a link out of the folder, but serves the file next to it', async () => {
    const folder = join(crier.context.uploadFolder, '2031/05/04');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(crier.dataDir, 'outside.png'), 'secret');
    symlinkSync(join(crier.dataDir, 'outside.png'), join(folder, `${'a'.repeat(32)}.png`));
    writeFileSync(join(folder, `${'b'.repeat(32)}.png`), 'inside');
    expect(await (await get({}, 'GET', `/uploads/2031/05/04/${'a'.repeat(32)}.png`)).json()).toMatchObject({
      statusCode: 404,
      code: 'upload_not_found',
    });
    expect(await (await get({}, 'GET', `/uploads/2031/05/04/${'b'.repeat(32)}.png`)).text()).toBe('inside');
  });

  it.each([
    ['a GIF that is also a script', 'GIF89a/*\x01\x00\x00\x00\x00;*/=1;alert(1)', 'image/gif'],
    [
      'a PNG with HTML behind it',
      `${Buffer.from(file).toString('latin1')}<script>alert(1)</script>`,
      'image/png',
    ],
    [
      'a JPEG with HTML in its comment',
      `\xff\xd8\xff\xfe\x00\x21<html><script>alert(1)</script>${Buffer.from(SMALL_FILES['jpg']?.bytes ?? [])
        .toString('latin1')
        .slice(2)}`,
      'image/jpeg',
    ],
  ])('serves %s as a picture and nothing else', async (_, text, type) => {
    const { body, status } = await upload<{ path: string }>(
      crier,
      new Uint8Array(Buffer.from(text, 'latin1')),
      { name: 'x.html', type: 'text/html' },
    );
    expect(status).toBe(201);
    const response = await get({}, 'GET', new URL(body.path).pathname);
    expect([
      response.headers.get('content-type'),
      response.headers.get('x-content-type-options'),
      response.headers.get('content-security-policy'),
    ]).toEqual([type, 'nosniff', "default-src 'none'; sandbox"]);
  });
});
