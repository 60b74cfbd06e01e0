import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadConfig } from '../platform/config/config.ts';
import { createContext } from '../run/create-context.ts';
import { storedPath } from '../platform/media/storage.ts';
import { buildPost, buildTarget, countRows, png, sql, upload, type ErrorBody } from '../test/factories.ts';
import { startInstance, type TestInstance } from '../test/instance.ts';
import { firstOf, isMethod, S3_ERRORS } from '../test/servers/s3-front.ts';
import { describeWith } from '../test/servers/server.ts';
import { versitygw, type RunningS3 } from '../test/servers/versitygw.ts';

const picture = Buffer.from(png(40, 40));
const PICTURES = join(import.meta.dirname, '../platform/media/fixtures/elsewhere');

describeWith([versitygw], 'an upload on an instance with a bucket', () => {
  let s3: RunningS3;
  let crier: TestInstance;
  beforeAll(async () => {
    s3 = await versitygw.start();
    crier = await startInstance({ temporal: false, env: s3.env });
  });
  afterEach(() => s3.fault(null));
  afterAll(async () => {
    await crier?.stop();
    await s3?.stop();
  });

  const add = async (bytes: Buffer<ArrayBuffer> = picture) => {
    const { body } = await upload<{ id: string; path: string }>(crier, bytes);
    const path = storedPath(body.path) ?? '';
    return { ...body, stored: path, file: join(s3.folder, path) };
  };
  const find = (id: string) => crier.context.storage.find(crier.organizationId, id);
  const get = (url: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Response> =>
    fetch(url, { method, headers });
  const objects = (): number =>
    readdirSync(s3.folder, { recursive: true, withFileTypes: true }).filter((f) => f.isFile()).length;

  it('is an object of the bucket, with its hash in its row, and nothing of it stays in the folder', async () => {
    const { id, stored, file } = await add();
    expect(readFileSync(file).equals(picture)).toBe(true);
    expect(existsSync(join(crier.context.uploadFolder, stored))).toBe(false);
    expect(await sql(crier, 'select storage, sha256 from media where id = $1', [id])).toEqual([
      { storage: 's3', sha256: createHash('sha256').update(picture).digest('hex') },
    ]);
    expect(readdirSync(join(crier.context.uploadFolder, '.incoming'))).toEqual([]);
  });

  it('is served at the URL of this instance: whole, in part, and by its headers', async () => {
    const { path } = await add();
    expect(path).toMatch(new RegExp(`^${crier.context.apiUrl}/uploads/`));
    const at = path.replace(crier.context.apiUrl, crier.url);
    const whole = await get(at);
    expect([whole.status, whole.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(Buffer.from(await whole.arrayBuffer()).equals(picture)).toBe(true);
    const part = await get(at, { range: 'bytes=4-9' });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 4-9/${picture.length}`]);
    expect(Buffer.from(await part.arrayBuffer()).equals(picture.subarray(4, 10))).toBe(true);
    expect((await get(at, { range: 'bytes=99999-' })).status).toBe(416);
    expect((await get(at, {}, 'HEAD')).headers.get('content-length')).toBe(String(picture.length));
  });

  it('has a signed URL of this instance for networks that fetch it', async () => {
    const file = await find((await add()).id);
    const at = (await file?.signedUrl())?.replace(crier.context.apiUrl, crier.url) ?? '';
    expect(at).toMatch(/\/uploads\/signed\//);
    expect(Buffer.from(await (await get(at)).arrayBuffer()).equals(picture)).toBe(true);
  });

  it('has the URL of the public bucket or CDN for them where one is named', async () => {
    const { id, stored } = await add();
    const context = await createContext(
      { ...loadConfig({ ...crier.env, S3_PUBLIC_URL: 'https://cdn.example/files/' }), LOG_LEVEL: 'silent' },
      'test',
    );
    try {
      const file = await context.storage.find(crier.organizationId, id);
      expect(await file?.signedUrl()).toBe(`https://cdn.example/files/${stored}`);
    } finally {
      await context.dispose();
    }
  });

  it('is sent to a network as it was stored, and not when its bytes have changed or are gone', async () => {
    const { id } = await add();
    const file = await find(id);
    const sent = await (await file?.blob())?.arrayBuffer();
    expect(Buffer.from(sent ?? new ArrayBuffer()).equals(picture)).toBe(true);

    const changed = await add();
    const bytes = readFileSync(changed.file);
    bytes[bytes.length - 1] = 0;
    writeFileSync(changed.file, bytes);
    // It may have changed on its way: the post waits.
    const damaged = { kind: 'unsent', networkCode: 'media_damaged' };
    const read = await find(changed.id);
    await expect(read?.signedUrl()).rejects.toMatchObject(damaged);
    await expect(read?.blob()).rejects.toMatchObject(damaged);

    const short = await add();
    truncateSync(short.file, 20);
    expect(await find(short.id)).toBeUndefined();

    const gone = await add();
    const found = await find(gone.id);
    rmSync(gone.file);
    expect(await find(gone.id)).toBeUndefined();
    await expect(found?.blob()).rejects.toMatchObject({ kind: 'rejected', networkCode: 'media_missing' });
  });

  it('waits, and is not gone, while the bucket does not answer', async () => {
    const { id, path } = await add();
    const file = await find(id);
    s3.fault(firstOf(() => true, { answer: S3_ERRORS.skewed }));
    await expect(file?.blob()).rejects.toMatchObject({ kind: 'unsent', networkCode: 'storage_unavailable' });
    await expect(find(id)).rejects.toMatchObject({ code: 'storage_unavailable' });
    const served = await get(path.replace(crier.context.apiUrl, crier.url));
    expect([served.status, served.headers.get('retry-after')]).toEqual([503, '30']);
    expect(await served.text()).not.toMatch(/clock|127\.0\.0\.1/);
    const channel = (await crier.connect('sandbox')).id;
    const value = [{ content: 'x', image: [{ id, path }] }];
    const create = () =>
      crier.call<ErrorBody>('POST', '/posts', {
        body: buildPost([], { posts: [buildTarget(channel, { value })] }),
      });
    const refused = await create();
    expect([refused.status, refused.body.code]).toEqual([503, 'storage_unavailable']);
    s3.fault(null);
    expect((await create()).status).toBe(201);
  });

  it.each([
    ['is denied', { answer: S3_ERRORS.denied }],
    ['arrives changed', { change: 'up' as const }],
  ])(
    'that %s is refused with 503, and neither a row nor an object nor a file is left',
    async (_, breakage) => {
      const before = [await countRows(crier, 'media'), objects()];
      s3.fault(firstOf(isMethod('PUT'), breakage));
      const { status, body } = await upload<ErrorBody>(crier, picture);
      expect([status, body.code]).toEqual([503, 'storage_unavailable']);
      expect([await countRows(crier, 'media'), objects()]).toEqual(before);
      expect(readdirSync(join(crier.context.uploadFolder, '.incoming'))).toEqual([]);
    },
  );

  it('whose row cannot be written leaves no object', async () => {
    const before = objects();
    const path = join(crier.context.uploadFolder, 'received');
    writeFileSync(path, picture);
    const file = { path, size: picture.length, originalName: null, organizationId: crier.organizationId };
    await expect(
      crier.context.storage.take(file, () => Promise.reject(new Error('not remembered'))),
    ).rejects.toThrow('not remembered');
    expect(objects()).toBe(before);
  });

  it('is deleted with its object, and with its organisation', async () => {
    const { id, file } = await add();
    await crier.context.storage.remove(crier.organizationId, id);
    expect(existsSync(file)).toBe(false);
    const other = await add();
    await crier.context.storage.removeBytes({ path: other.stored, storage: 's3' });
    expect(existsSync(other.file)).toBe(false);
  });

  it('that came from elsewhere is cleaned in the bucket when a post first uses it', async () => {
    const { id, file } = await add(readFileSync(join(PICTURES, 'exposure.jpg')));
    const before = readFileSync(join(PICTURES, 'place-6.jpg'));
    writeFileSync(file, before);
    await sql(crier, 'update media set cleaned_at = null, sha256 = null, size = $2 where id = $1', [
      id,
      before.length,
    ]);
    const found = await find(id);
    const now = readFileSync(file);
    expect([found?.size, now.equals(before), now.includes('Exif')]).toEqual([now.length, false, false]);
    expect(await sql(crier, 'select sha256 from media where id = $1', [id])).toEqual([
      { sha256: createHash('sha256').update(now).digest('hex') },
    ]);
  });

  it('is read from the bucket by an instance that stores new files in its folder', async () => {
    const { id, stored } = await add();
    const url = await crier.startApi({ STORAGE_PROVIDER: 'local' });
    expect((await get(`${url}/uploads/${stored}`)).status).toBe(200);
    const { body } = await upload<{ path: string }>({ ...crier, url }, picture);
    expect(existsSync(join(crier.context.uploadFolder, storedPath(body.path) ?? ''))).toBe(true);
    expect(await find(id)).toBeDefined();
  });
});
