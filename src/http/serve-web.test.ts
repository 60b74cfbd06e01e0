/** How the files of the web app are sent. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { startInstance, type TestInstance } from '../test/instance.ts';
import { request } from 'node:http';

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/** What Chromium sends; other browsers have another order. */
const CHROMIUM = 'gzip, deflate, br, zstd';

describe('a file of the web app', () => {
  let crier: TestInstance;
  let script: string;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    const { body } = await get('/', { accept: 'text/html' });
    script = /src="(\/assets\/[^"]+\.js)"/.exec(body.toString())?.[1] ?? '';
  });
  afterAll(() => crier?.stop());

  /** `fetch` would ask for encodings, and decode them. */
  const get = (path: string, headers: Record<string, string> = {}): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const asking = request(new URL(path, crier.url), { headers }, (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('error', reject);
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(parts) }),
        );
      });
      asking.on('error', reject);
      asking.end();
    });

  it.each([
    [CHROMIUM, 'br', brotliDecompressSync],
    ['br;q=0, gzip', 'gzip', gunzipSync],
    ['gzip', 'gzip', gunzipSync],
    ['identity', undefined, (bytes: Buffer) => bytes],
    [undefined, undefined, (bytes: Buffer) => bytes],
  ])('is sent as small as the browser can read it: %s', async (accepted, encoding, decode) => {
    const headers: Record<string, string> = accepted ? { 'accept-encoding': accepted } : {};
    const plain = await get(script);
    const found = await get(script, headers);
    expect(found.headers).toMatchObject({
      'content-length': String(found.body.length),
      'content-type': 'text/javascript; charset=utf-8',
      vary: 'Origin, Accept-Encoding',
    });
    expect(found.headers['content-encoding']).toBe(encoding);
    expect(decode(found.body).equals(plain.body)).toBe(true);
    const page = await get('/', { ...headers, accept: 'text/html' });
    expect(page.headers['content-encoding']).toBe(encoding);
    expect(page.headers.vary).toBe('Origin, Accept-Encoding');
    expect(decode(page.body).toString()).toContain(script);
  });

  it('has a tag for each encoding, and is not sent again while it is the same', async () => {
    const asBrotli = { 'accept-encoding': CHROMIUM };
    const [small, plain] = [await get(script, asBrotli), await get(script)];
    expect(small.headers.etag).not.toBe(plain.headers.etag);
    const again = await get(script, { ...asBrotli, 'if-none-match': String(small.headers.etag) });
    expect([again.status, again.body.length, again.headers.vary]).toEqual([
      304,
      0,
      'Origin, Accept-Encoding',
    ]);
    expect((await get(script, { ...asBrotli, 'if-none-match': String(plain.headers.etag) })).status).toBe(
      200,
    );
  });

  it('is not compressed once more where it is a picture, and has no URL of its own as a compressed one', async () => {
    const { headers, status } = await get('/assets/icon-touch.png', { 'accept-encoding': CHROMIUM });
    expect([status, headers['content-encoding']]).toEqual([200, undefined]);
    expect((await get(`${script}.br`)).status).toBe(404);
  });
});
