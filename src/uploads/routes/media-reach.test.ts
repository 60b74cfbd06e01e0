import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mp4 } from '../../platform/media/fixtures/mp4.ts';
import { storedPath } from '../../platform/media/storage.ts';
import { png, sql, upload } from '../../test/factories.ts';
import { insertChannel } from '../../test/insert-channel.ts';
import { startInstance, type TestInstance } from '../../test/instance.ts';
import { addPerson, type TestPerson } from '../../test/person.ts';
import { startPublicFiles } from '../../test/public-files.ts';
import { describeWith } from '../../test/servers/server.ts';
import { openssl } from '../../test/servers/tls-front.ts';
import { fetchAsNetwork, findReach, type Reach } from '../reach.ts';

interface MediaReach {
  readonly status: string;
  readonly networks: string[];
  readonly address: string | null;
}

describe('whether networks can fetch files', () => {
  let crier: TestInstance;
  let ada: TestPerson;
  let threads: string;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    ada = await addPerson(crier, { role: 'member' });
  });
  afterAll(() => crier?.stop());

  const ask = async (): Promise<MediaReach> => (await ada.call<MediaReach>('GET', '/media/reach')).body;
  const at = (FRONTEND_URL: string, organizationId: string | null = crier.organizationId): Promise<Reach> =>
    findReach({ ...crier.context, config: { ...crier.context.config, FRONTEND_URL } }, organizationId);

  it('is not asked while no channel of the organisation needs it', async () => {
    await crier.connect('sandbox');
    expect(await ask()).toMatchObject({ status: 'unneeded', networks: [], address: null });
  });

  it('is denied for a URL that is not on the public network, with the networks that need it', async () => {
    threads = await insertChannel(crier, 'threads', { credentials: { token: 't' } });
    await insertChannel(crier, 'nostr', { credentials: { token: 't' } });
    expect(await ask()).toMatchObject({ status: 'private', networks: ['Threads', 'Nostr'] });
    const other = await crier.anotherOrganization();
    expect(await at('https://crier.invalid.example', other.id)).toEqual({ status: 'unneeded' });
  });

  it('is tried with the newest file of the organisation, where the URL is a public one', async () => {
    expect(await at('https://crier.invalid.example')).toMatchObject({ status: 'untried' });
    const { body } = await upload<{ path: string }>(crier, png());
    expect(await at('https://crier.invalid.example/')).toMatchObject({
      status: 'unreachable',
      url: `https://crier.invalid.example${new URL(body.path).pathname}`,
    });
  });

  it('is tried with a file of the bucket at its public URL, where one is named', async () => {
    const { body } = await upload<{ id: string; path: string }>(crier, png());
    await sql(crier, "update media set storage = 's3' where id = $1", [body.id]);
    const bucket = {
      S3_BUCKET: 'uploads',
      S3_ACCESS_KEY_ID: 'id',
      S3_SECRET_ACCESS_KEY: 'secret',
      S3_PUBLIC_URL: 'https://cdn.invalid.example',
    };
    const config = { ...crier.context.config, ...bucket };
    expect(await findReach({ ...crier.context, config }, crier.organizationId)).toMatchObject({
      status: 'unreachable',
      url: `https://cdn.invalid.example/${storedPath(body.path)}`,
    });
    await sql(crier, "update media set storage = 'local' where id = $1", [body.id]);
  });

  it('is tried although the guard for outbound calls would refuse the host, and follows no redirect', async () => {
    const server = createServer(({ url, method }, response) => {
      // As some proxies do: the head for everybody, the file for nobody.
      const ofHead = method === 'HEAD' ? 200 : 403;
      const status = url === '/file' ? 200 : url === '/head' ? ofHead : 302;
      response.writeHead(status, { 'content-length': 5, location: '/file' }).end('12345');
    });
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
    try {
      const { port } = server.address() as { port: number };
      const guarded = { ...crier.context.config, SSRF_ALLOW_CIDRS: [] };
      const found = (path: string, size: number) =>
        fetchAsNetwork(guarded, `http://127.0.0.1:${port}${path}`, size);
      expect(await found('/file', 5)).toEqual({ status: 'fetched' });
      expect(await found('/file', 6)).toEqual({ status: 'different', got: 5 });
      expect(await found('/head', 5)).toEqual({ status: 'refused', httpStatus: 403 });
      expect(await found('/elsewhere', 5)).toEqual({ status: 'refused', httpStatus: 302 });
    } finally {
      await new Promise((closed) => server.close(closed));
    }
  });

  it.each(['schedule', 'draft'])('is reported for a picture in a post that is to be a %s', async (type) => {
    const { body } = await upload<{ id: string; path: string }>(crier, png());
    const checked = await crier.call<{ posts: { issues: { message: string }[] }[] }>('POST', '/posts/check', {
      body: {
        type,
        date: '2031-05-04T09:30:00Z',
        posts: [{ integration: { id: threads }, value: [{ content: 'Hello', image: [body] }], settings: {} }],
      },
    });
    expect(JSON.stringify(checked.body)).toContain('Threads fetches files itself and cannot reach');
  });
});

describeWith([openssl], 'what came of fetching a file at its public URL', () => {
  it('is what the route answers, and not what the URL looks like', async () => {
    const files = await startPublicFiles();
    const crier = await startInstance({ temporal: false, env: { ...files.env } });
    try {
      const ada = await addPerson(crier, { role: 'member' });
      const channel = await insertChannel(crier, 'threads', { credentials: { token: 't' } });
      const bytes = png();
      const { body } = await upload<{ path: string }>(crier, bytes);
      const [file] = await sql<{ size: number }>(
        crier,
        "update media set storage = 's3' returning size::float8 as size",
      );
      const ask = async (): Promise<unknown> => (await ada.call('GET', '/media/reach')).body;
      const url = `https://files.cafe.example/${storedPath(body.path)}`;
      const found = { networks: ['Threads'], channels: [channel], address: url, httpStatus: null };
      expect(await ask()).toEqual({ ...found, status: 'refused', httpStatus: 404 });
      files.answer(200, 3);
      expect(await ask()).toEqual({ ...found, status: 'different' });
      files.answer(200, file?.size);
      expect(await ask()).toEqual({ ...found, status: 'fetched' });
      expect(files.asked).toEqual(Array(3).fill(`GET /${storedPath(body.path)}`));
      // A proxy that passes pictures on, and refuses videos.
      const film = await upload<{ path: string }>(crier, mp4({ samples: 5000 }));
      const [video] = await sql<{ size: number }>(
        crier,
        "update media set storage = 's3' where mime = 'video/mp4' returning size::float8 as size",
      );
      const address = `https://files.cafe.example/${storedPath(film.body.path)}`;
      files.answer(413, 0, '.mp4');
      expect(await ask()).toEqual({ ...found, address, status: 'refused', httpStatus: 413 });
      files.answer(200, video?.size, '.mp4');
      expect(await ask()).toEqual({ ...found, address, status: 'fetched' });
      // And the other way round: the older picture is asked for as well.
      files.answer(403);
      expect(await ask()).toEqual({ ...found, status: 'refused', httpStatus: 403 });
    } finally {
      await crier.stop();
      await files.stop();
    }
  });
});
