import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { readdirSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { SMALL_FILES, countRows, png, refusal, sql, type ErrorBody } from '../../test/factories.ts';
import { startInstance, type Answer, type TestInstance } from '../../test/instance.ts';
import { startMediaHost, type MediaHost } from '../fixtures/media-host.ts';
import { mp4 } from '../../platform/media/fixtures/mp4.ts';

interface Uploaded {
  id: string;
  name: string;
  path: string;
  size: number;
  type: string;
  width: number;
  durationMs: number;
}

const MB = 1024 * 1024;
const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((f) => f.isFile())
    .map((f) => f.name);

describe('POST /public/v1/upload-from-url', () => {
  let crier: TestInstance;
  let host: MediaHost;
  beforeAll(async () => {
    // The other host is at 127.0.0.1; every other private address stays closed.
    [crier, host] = await Promise.all([
      startInstance({ temporal: false, env: { SSRF_ALLOW_CIDRS: '127.0.0.1/32' } }),
      startMediaHost(),
    ]);
  });
  afterEach(() =>
    expect(
      readdirSync(crier.context.uploadFolder).includes('.incoming')
        ? readdirSync(`${crier.context.uploadFolder}/.incoming`)
        : [],
    ).toEqual([]),
  );
  afterAll(async () => {
    await host?.stop();
    await crier?.stop();
  });

  const fetchFrom = <T = ErrorBody>(url: unknown, key = crier.apiKey): Promise<Answer<T>> =>
    crier.call<T>('POST', '/upload-from-url', { body: { url }, key });

  it('stores the file at the URL, and answers like an upload', async () => {
    const file = png(30, 20);
    const answer = await fetchFrom<Uploaded>(host.serve('/holiday%20photo.png', file));
    expect([answer.status, answer.body]).toEqual([
      201,
      {
        id: expect.any(String),
        name: expect.stringMatching(/^[0-9a-f]{32}\.png$/),
        originalName: null,
        path: expect.stringContaining(`/uploads/`),
        thumbnail: null,
        alt: null,
        type: 'image/png',
        size: file.length,
        width: 30,
        height: 20,
        durationMs: null,
        pages: null,
      },
    ]);
    expect(
      await sql(crier, 'select organization_id as org, original_name as name from media where id = $1', [
        answer.body.id,
      ]),
    ).toEqual([{ org: crier.organizationId, name: 'holiday photo.png' }]);
    expect(
      Buffer.from(await (await fetch(`${crier.url}${new URL(answer.body.path).pathname}`)).arrayBuffer()),
    ).toEqual(Buffer.from(file));
  });

  it('answers a repeated Idempotency-Key with the first upload, without fetching again, and refuses it for another URL', async () => {
    const url = host.serve('/once.png', png(7, 7));
    const send = (target: string): Promise<Answer<Uploaded>> =>
      crier.call('POST', '/upload-from-url', {
        body: { url: target },
        headers: { 'idempotency-key': 'once' },
      });
    const first = await send(url);
    const before = await countRows(crier, 'media');
    expect(await send(url)).toMatchObject({ status: 201, text: first.text });
    expect((await send(`${url}?again`)).status).toBe(422);
    expect(await countRows(crier, 'media')).toBe(before);
  });

  it.each(['.png', '.JPEG', '.mov', '.svg', '.php', '', '/', '.'])(
    'accepts a URL whose path ends in %j, and reads the type from the bytes',
    async (ending) => {
      expect(
        (await fetchFrom<Uploaded>(`${host.serve(`/x${ending}`, mp4({ durationMs: 7000 }))}?size=large#here`))
          .body,
      ).toMatchObject({ type: 'video/mp4', durationMs: 7000, name: expect.stringMatching(/\.mp4$/) });
    },
  );

  it.each([
    ['plain http', 'http://cdn.example/photo.png'],
    ['no URL', 'photo.png'],
    ['a file of the server', 'file:///srv/photo.png'],
    ['another scheme', 'ftp://cdn.example/photo.png'],
    ['a name and password', 'https://ada:secret@cdn.example/photo.png'],
    ['nothing', ''],
    ['a number', 5],
    ['too much', `https://cdn.example/${'x'.repeat(2048)}.png`],
    ['no url', undefined],
  ])('refuses %s', async (_, url) => {
    const answer = await fetchFrom(url);
    expect(refusal(answer)).toMatchObject({ status: 400, code: 'invalid_request' });
    expect([...new Set(answer.body.issues?.map((i) => i.path.replace('body', 'url')))]).toEqual(['url']);
    expect(answer.text).not.toContain('secret');
  });

  it.each([
    '127.0.0.2',
    '2130706434',
    '0x7f000002',
    '0177.2',
    '127.2',
    '0',
    '①②⑦.0.0.2',
    '[::]',
    '[::1]',
    '[::ffff:7f00:2]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
    '[fe80::1]',
    '[fd00::1]',
    '169.254.169.254',
    '100.64.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '10.0.0.1',
    '192.168.1.1',
  ])('answers "Blocked IP" for https://%s/', async (address) => {
    const answer = await fetchFrom(`https://${address}/x.png`);
    expect(refusal(answer)).toEqual({ status: 400, code: 'blocked_address' });
    expect(answer.body.message).toMatch(
      /^Blocked IP: .* is not a public address\. .*SSRF_ALLOW_CIDRS.*DISABLE_SSRF_PROTECTION=true$/,
    );
  });

  it.each([301, 302, 303, 307, 308])(
    'follows a redirect with %s, unless it leads to a private address',
    async (status) => {
      const to = (location: string) =>
        host.serve('/moved.png', (_, response) => void response.writeHead(status, { location }).end('moved'));
      host.serve('/there.png', png());
      expect((await fetchFrom(to('/there.png'))).status).toBe(201);
      const seen = host.requests.length;
      expect(refusal(await fetchFrom(to('http://169.254.169.254/latest/meta-data.png')))).toMatchObject({
        code: 'fetch_failed',
      });
      expect(refusal(await fetchFrom(to('https://169.254.169.254/latest/meta-data.png')))).toMatchObject({
        code: 'blocked_address',
      });
      expect(refusal(await fetchFrom(to('https://[::1]/x.png')))).toMatchObject({ code: 'blocked_address' });
      expect(host.requests).toHaveLength(seen + 3);
    },
  );

  it.each([
    'file:///etc/passwd',
    'gopher://127.0.0.1/x',
    'http://cdn.example/x.png',
    'https://ada:secret@127.0.0.1/x.png',
    'http://',
    'data:image/png;base64,AAAA',
  ])('does not follow a redirect to %s', async (location) => {
    const answer = await fetchFrom(host.serve('/elsewhere.png', location));
    expect(refusal(answer)).toEqual({ status: 400, code: 'fetch_failed' });
    expect(answer.text).not.toContain('secret');
  });

  it('follows five redirects but not a sixth, and does not go round in circles', async () => {
    host.serve('/0.png', png());
    for (let n = 1; n <= 6; n++) host.serve(`/${n}.png`, `/${n - 1}.png`);
    expect((await fetchFrom(`${host.url}/5.png`)).status).toBe(201);
    expect(refusal(await fetchFrom(`${host.url}/6.png`))).toEqual({ status: 400, code: 'fetch_failed' });
    expect(refusal(await fetchFrom(host.serve('/circle.png', '/circle.png')))).toEqual({
      status: 400,
      code: 'fetch_failed',
    });
  });

  it('sends no credentials', async () => {
    await fetchFrom(host.serve('/plain.png', png()));
    expect(Object.keys(host.requests.at(-1)?.headers ?? {})).not.toEqual(
      expect.arrayContaining(['authorization']),
    );
    expect(JSON.stringify(host.requests.at(-1)?.headers)).not.toContain(crier.apiKey);
  });

  it("reports the other server's status, and none of its text", async () => {
    const missing = await fetchFrom(`${host.url}/missing.png`);
    expect(refusal(missing)).toEqual({ status: 400, code: 'fetch_failed' });
    expect(missing.body.message).toContain('answered 404');
    expect(missing.text).not.toContain('words of the other side');
    expect(refusal(await fetchFrom('https://127.0.0.1:1/x.png'))).toEqual({
      status: 400,
      code: 'fetch_failed',
    });
    expect(refusal(await fetchFrom('https://nowhere.invalid/x.png'))).toEqual({
      status: 400,
      code: 'fetch_failed',
    });
    expect(
      refusal(
        await fetchFrom(
          host.serve('/broken.png', (_, response) => {
            response.writeHead(200, { 'content-length': '5000' });
            response.write(png());
            setTimeout(() => response.destroy(), 20);
          }),
        ),
      ),
    ).toEqual({ status: 400, code: 'fetch_failed' });
  });

  it('refuses what is not a picture or video, and keeps nothing of it', async () => {
    const [before, files] = [await countRows(crier, 'media'), filesIn(crier.context.uploadFolder).length];
    for (const text of [
      '<svg xmlns="http://www.w3.org/2000/svg"/>',
      '<!doctype html><script>1</script>',
      '',
    ]) {
      expect(refusal(await fetchFrom(host.serve('/page.png', new Uint8Array(Buffer.from(text)))))).toEqual({
        status: 400,
        code: 'unsupported_file',
      });
    }
    expect([await countRows(crier, 'media'), filesIn(crier.context.uploadFolder).length]).toEqual([
      before,
      files,
    ]);
  });

  it('reports when the URL is that of a page, and takes a picture that its host calls a page', async () => {
    const page = host.serve('/share', new Uint8Array(Buffer.from('<!doctype html><title>Shared</title>')));
    const answer = await fetchFrom(page);
    expect(refusal(answer)).toEqual({ status: 400, code: 'unsupported_file' });
    expect(answer.body.message).toBe(
      `The file could not be fetched: ${new URL(page).host} answered with a web page, not with a picture or a video. Use the URL of the file itself`,
    );
    expect((await fetchFrom(host.serve('/shown', png()))).status).toBe(201);
  });

  it('accepts a picture of exactly 10 MB, and cuts off one that goes on', async () => {
    const sized = (size: number): Uint8Array => Buffer.concat([png(), Buffer.alloc(size - png().length)]);
    expect((await fetchFrom(host.serve('/exact.png', sized(10 * MB)))).status).toBe(201);
    expect(refusal(await fetchFrom(host.serve('/over.png', sized(10 * MB + 1))))).toEqual({
      status: 400,
      code: 'file_too_large',
    });
    let sent = 0;
    const endless = host.serve('/endless.png', (_, response) => {
      response.writeHead(200, { 'content-type': 'image/png' });
      response.write(png());
      const more = (): void => {
        // A write returns false when the next one should wait; its data is sent all the same.
        do sent += MB;
        while (!response.destroyed && response.write(Buffer.alloc(MB)));
      };
      response.on('drain', more);
      more();
    });
    expect(refusal(await fetchFrom(endless))).toEqual({ status: 400, code: 'file_too_large' });
    expect(sent).toBeLessThan(60 * MB);
  });

  it('counts decoded bytes: 30 MB in 30 KB of gzip are too many, a gzipped picture is a picture', async () => {
    const zipped =
      (bytes: Uint8Array): Parameters<MediaHost['serve']>[1] =>
      (_, response) =>
        void response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(bytes));
    expect(
      refusal(
        await fetchFrom(host.serve('/bomb.png', zipped(Buffer.concat([png(), Buffer.alloc(30 * MB)])))),
      ),
    ).toEqual({ status: 400, code: 'file_too_large' });
    expect((await fetchFrom<Uploaded>(host.serve('/zipped.png', zipped(png())))).body).toMatchObject({
      type: 'image/png',
      size: png().length,
    });
  });

  it('allows a video to be larger than a picture', async () => {
    expect(
      (await fetchFrom<Uploaded>(host.serve('/film.mp4', mp4({ samples: 11 * MB })))).body,
    ).toMatchObject({ type: 'video/mp4', width: 640 });
  });

  it('refuses a request without a key before it calls any host', async () => {
    const seen = host.requests.length;
    expect(
      refusal(await fetchFrom(host.serve('/x.gif', SMALL_FILES.gif?.bytes ?? png()), 'crk_unknown')),
    ).toEqual({ status: 401, code: 'invalid_api_key' });
    expect(host.requests).toHaveLength(seen);
  });
});
