import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { loadConfig } from '../../config/config.ts';
import { startProxy } from '../../../test/proxy.ts';
import { reach } from '../../../test/runtime-imports.ts';
import { firstOf, isMethod, S3_ERRORS, type S3Breakage } from '../../../test/servers/s3-front.ts';
import { describeWith } from '../../../test/servers/server.ts';
import { versitygw, type RunningS3 } from '../../../test/servers/versitygw.ts';
import type { FileStore } from './file-store.ts';
import { createS3Store } from './s3-store.ts';
import { s3Settings } from './s3-settings.ts';
import { createSpool } from './spool.ts';

const MB = 1024 * 1024;

describe('the SDK of S3', () => {
  it('is not loaded by any process at its start', () => {
    const { packages } = reach(['src/run/main.ts', 'src/run/cli/main.ts'], { later: false });
    expect(packages.filter((name) => /aws|smithy/.test(name))).toEqual([]);
  });
});

describeWith([versitygw], 'a bucket of S3', () => {
  let s3: RunningS3;
  let folder: string;
  let store: FileStore;
  beforeAll(async () => {
    s3 = await versitygw.start();
    folder = mkdtempSync(join(tmpdir(), 'crier-store-'));
    store = open();
  });
  afterEach(() => s3.fault(null));
  afterAll(async () => {
    await s3?.stop();
    if (folder) rmSync(folder, { recursive: true });
  });

  const open = (env: Record<string, string> = {}, tries = 3): FileStore => {
    const settings = s3Settings(loadConfig({ ...s3.env, ...env }));
    if (!settings) throw new Error('no settings');
    return createS3Store(settings, { spool: createSpool(join(folder, 'copies')), tries });
  };
  const newPath = (): string => `2031/05/04/${randomBytes(16).toString('hex')}.png`;
  const facts = (bytes: Buffer) => ({
    mime: 'image/png',
    size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  });
  const put = async (bytes: Buffer, into = store): Promise<string> => {
    const [path, from] = [newPath(), join(folder, 'from')];
    writeFileSync(from, bytes);
    await into.put(path, from, facts(bytes));
    return path;
  };
  const read = async (path: string, range?: { start: number; end: number }): Promise<Buffer> =>
    buffer(await store.read(path, range));

  const listed = async () => {
    const files = [];
    for await (const file of store.list()) files.push(file);
    return files;
  };

  it('keeps a file, returns its size, gives it back in whole and in part, and forgets it', async () => {
    const bytes = randomBytes(100_000);
    const path = await put(bytes);
    expect(await store.facts(path)).toEqual({ size: bytes.length, modifiedAt: expect.any(Date) });
    expect((await read(path)).equals(bytes)).toBe(true);
    expect((await read(path, { start: 10, end: 19 })).equals(bytes.subarray(10, 20))).toBe(true);
    const files = await listed();
    expect(files.map((file) => file.path)).toContain(path);
    await store.remove(path);
    await store.remove(path);
    expect(await store.facts(path)).toBeUndefined();
    await expect(read(path)).rejects.toMatchObject({ code: 'NoSuchKey' });
  });

  it('takes a large file in parts that are held in memory two at a time', async () => {
    const bytes = randomBytes(20 * MB);
    s3.calls.length = 0;
    const path = await put(bytes);
    expect(
      s3.calls.filter(({ method, query }) => method === 'PUT' && query.includes('partNumber')).length,
    ).toBe(3);
    expect((await read(path)).equals(bytes)).toBe(true);
    await store.remove(path);
  });

  it('lists more objects than a page has, each once, but nothing that is not ours', async () => {
    writeFileSync(join(s3.folder, 'somebody-elses.txt'), 'x');
    const folder = '2026/11/07';
    mkdirSync(join(s3.folder, folder), { recursive: true });
    // A page has 1,000 (Amazon S3 API, "ListObjectsV2"). The service's objects are files.
    const paths = Array.from({ length: 2345 }, () => `${folder}/${randomBytes(16).toString('hex')}.png`);
    for (const [at, path] of paths.entries()) writeFileSync(join(s3.folder, path), 'x'.repeat(at % 7));
    s3.calls.length = 0;
    const files = await listed();
    const pages = s3.calls.filter(({ query }) => query.includes('list-type=2'));
    expect(pages.map(({ query }) => query.includes('continuation-token='))).toEqual([false, true, true]);
    const ours = files.filter(({ path }) => path.startsWith(folder));
    expect(ours.map(({ path }) => path).toSorted()).toEqual(paths.toSorted());
    expect(ours.map(({ path, size }) => [path, size])).toContainEqual([paths[2344], 2344 % 7]);
    expect(files.filter(({ path }) => path.includes('somebody'))).toEqual([]);
    rmSync(join(s3.folder, folder), { recursive: true });
  });

  it('gives a file that its network reads as one of this disk, once for all channels, compared with its hash', async () => {
    const bytes = randomBytes(1000);
    const path = await put(bytes);
    s3.calls.length = 0;
    const [one, two] = await Promise.all([
      store.onDisk(path, facts(bytes)),
      store.onDisk(path, facts(bytes)),
    ]);
    expect([one, readFileSync(one).equals(bytes)]).toEqual([two, true]);
    expect(s3.calls.filter(isMethod('GET')).length).toBe(1);
    await expect(store.onDisk(path, { ...facts(bytes), sha256: 'a'.repeat(64) })).rejects.toThrow(
      `The file ${path} is not the one that was stored`,
    );
  });

  it.each<[string, S3Breakage, 'GET' | 'PUT']>([
    ['asks to slow down', { answer: S3_ERRORS.slowDown }, 'PUT'],
    ['asks to slow down', { answer: S3_ERRORS.slowDown }, 'GET'],
    ['breaks off in the middle of what is sent', { cut: 'up', after: 1000 }, 'PUT'],
    ['breaks off in the middle of what it sends', { cut: 'down', after: 1000 }, 'GET'],
  ])('that %s for a moment loses nothing (%#)', async (_, breakage, method) => {
    const bytes = randomBytes(300_000);
    s3.fault(firstOf(isMethod(method), breakage, 2));
    const path = await put(bytes);
    expect((await read(path)).equals(bytes)).toBe(true);
  });

  it('breaks off in a part of a large file: the part is sent again, and the file is whole', async () => {
    const bytes = randomBytes(17 * MB);
    s3.fault(firstOf(({ query }) => query.includes('partNumber=2'), { cut: 'up', after: 4 * MB }, 2));
    const path = await put(bytes);
    expect((await read(path)).equals(bytes)).toBe(true);
    await store.remove(path);
  });

  it('refuses bytes that were changed on their way, and nothing is stored', async () => {
    s3.fault(firstOf(isMethod('PUT'), { change: 'up' }));
    await expect(put(randomBytes(5000))).rejects.toMatchObject({ away: true });
    await expect(put(randomBytes(9 * MB))).rejects.toMatchObject({ away: true });
    s3.fault(null);
    expect((await listed()).filter(({ size }) => size === 5000 || size === 9 * MB)).toEqual([]);
  });

  it('sends other bytes than were stored: the copy on this disk is refused', async () => {
    const bytes = randomBytes(5000);
    const path = await put(bytes);
    s3.fault(firstOf(isMethod('GET'), { change: 'down' }));
    await expect(store.onDisk(path, facts(bytes))).rejects.toThrow('its SHA-256 is another one');
    s3.fault(null);
    expect(readFileSync(await store.onDisk(path, facts(bytes))).equals(bytes)).toBe(true);
  });

  it('that stays away reports it, and never reports that a file is gone', async () => {
    const path = await put(randomBytes(10));
    s3.fault(firstOf(() => true, { answer: S3_ERRORS.slowDown }));
    const calls = [
      () => store.facts(path),
      () => store.read(path),
      () => store.remove(path),
      () => put(randomBytes(10)),
    ];
    for (const call of calls) {
      await expect(call()).rejects.toMatchObject({ name: 'StorageProblem', away: true });
    }
  });

  it.each<[string, () => Record<string, string>, RegExp]>([
    ['a wrong secret', () => ({ S3_SECRET_ACCESS_KEY: 'wrong' }), /correct S3_SECRET_ACCESS_KEY/],
    ['an unknown key', () => ({ S3_ACCESS_KEY_ID: 'nobody' }), /correct S3_ACCESS_KEY_ID/],
    ['a bucket that is not there', () => ({ S3_BUCKET: 'nothing-here' }), /create it, or correct S3_BUCKET/],
    ['no such name of a bucket', () => ({ S3_BUCKET: 'x' }), /correct S3_BUCKET/],
    ['nobody at the URL', () => ({ S3_ENDPOINT: 'http://127.0.0.1:9' }), /correct S3_ENDPOINT/],
  ])('with %s names which variable to correct, and no secret', async (_, env, message) => {
    const error = (await put(randomBytes(10), open(env(), 1)).catch((e: unknown) => e)) as Error;
    expect(error.message).toMatch(message);
    expect(error.message).not.toContain(s3.env.S3_SECRET_ACCESS_KEY);
  });

  it.each([
    [S3_ERRORS.skewed, /the clock of this machine is wrong/],
    [S3_ERRORS.denied, /give it GetObject, PutObject, DeleteObject/],
    [S3_ERRORS.wrongRegion, /correct S3_REGION/],
    [S3_ERRORS.noBucket, /create it, or correct S3_BUCKET/],
  ])('that answers %j explains what to do', async (answer, message) => {
    s3.fault(firstOf(isMethod('PUT'), { answer }));
    await expect(put(randomBytes(10), open({}, 1))).rejects.toThrow(message);
  });

  it('is called through the proxy as everything is, but not at a private address or where NO_PROXY names it', async () => {
    const asked: string[] = [];
    const proxy = startProxy(asked, () => Number(new URL(s3.url).port)).listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    const HTTPS_PROXY = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    try {
      const bytes = randomBytes(20_000);
      const outside = { S3_ENDPOINT: 'http://s3.crier.example', HTTPS_PROXY };
      const path = await put(bytes, open(outside));
      expect((await buffer(await open(outside).read(path))).equals(bytes)).toBe(true);
      expect(asked).toContain(`PUT http://s3.crier.example/${s3.bucket}/${path}?x-id=PutObject`);
      asked.length = 0;
      await put(bytes, open({ HTTPS_PROXY }));
      await expect(
        put(bytes, open({ ...outside, S3_ENDPOINT: 'http://s3.crier-test.invalid' }, 1)),
      ).rejects.toThrow();
      await expect(put(bytes, open({ ...outside, NO_PROXY: '.crier.example' }, 1))).rejects.toThrow();
      expect(asked).toEqual([]);
    } finally {
      proxy.closeAllConnections();
      proxy.close();
    }
  });

  it('that is gone with everything in it is no file that is gone', async () => {
    const path = await put(randomBytes(10));
    renameSync(s3.folder, `${s3.folder}-away`);
    try {
      await expect(store.facts(path)).rejects.toMatchObject({ code: 'NoSuchBucket' });
    } finally {
      renameSync(`${s3.folder}-away`, s3.folder);
    }
    expect(await store.facts(path)).toMatchObject({ size: 10 });
  });
});
