import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Context } from '../../../platform/context.ts';
import { createContext } from '../../create-context.ts';
import { loadConfig } from '../../../platform/config/config.ts';
import { storedPath } from '../../../platform/media/storage.ts';
import { png, sql, upload } from '../../../test/factories.ts';
import { listenTo } from '../../../test/listen-to.ts';
import { startInstance, type TestInstance } from '../../../test/instance.ts';
import { firstOf, isMethod, S3_ERRORS } from '../../../test/servers/s3-front.ts';
import { describeWith } from '../../../test/servers/server.ts';
import { versitygw, type RunningS3 } from '../../../test/servers/versitygw.ts';
import { checkStorage } from '../../../uploads/check-storage.ts';
import { moveFiles } from '../../../uploads/move-files.ts';
import { checkBucket, checkStored } from '../doctor/check-storage.ts';
import { crierJson, runCrier } from '../fixtures/run-cli.ts';

const ORPHAN = '2020/01/02/0123456789abcdef0123456789abcdef.png';

describeWith([versitygw], 'the storage command', () => {
  let s3: RunningS3;
  let crier: TestInstance;
  let context: Context;
  beforeAll(async () => {
    s3 = await versitygw.start();
    crier = await startInstance({ temporal: false, env: { ...s3.env, STORAGE_PROVIDER: 'local' } });
    context = await createContext(
      { ...loadConfig({ ...crier.env, ...s3.env }), LOG_LEVEL: 'silent' },
      'test',
    );
  });
  afterEach(() => s3.fault(null));
  afterAll(async () => {
    await context?.dispose();
    await crier?.stop();
    await s3?.stop();
  });

  const add = async (bytes = Buffer.from(png(8 + Math.floor(Math.random() * 500), 4))) => {
    const { body } = await upload<{ id: string; path: string }>(crier, Buffer.from(bytes));
    const path = storedPath(body.path) ?? '';
    return {
      id: body.id,
      path,
      bytes,
      here: join(crier.context.uploadFolder, path),
      there: join(s3.folder, path),
    };
  };
  const places = async (ids: readonly string[]) =>
    (
      await sql<{ storage: string }>(crier, 'select storage from media where id = any($1) order by id', [ids])
    ).map(({ storage }) => storage);
  const sent = async (id: string): Promise<Buffer> => {
    const file = await context.storage.find(crier.organizationId, id);
    return Buffer.from((await (await file?.blob())?.arrayBuffer()) ?? new ArrayBuffer());
  };
  const there = { from: 'local', to: 's3' } as const;
  const back = { from: 's3', to: 'local' } as const;

  it('moves files to the bucket and back, compared, and they are the same to everybody all the time', async () => {
    const files = [await add(), await add(), await add()];
    const ids = files.map(({ id }) => id);
    await sql(crier, 'update media set sha256 = null where id = $1', [ids[0]]);
    const answer = await crierJson<{ moved: number; missing: string[]; damaged: string[] }>(
      { ...crier.env, ...s3.env },
      'storage',
      'move',
      'local',
      's3',
    );
    expect(answer).toMatchObject({ moved: 3, missing: [], damaged: [] });
    expect(await places(ids)).toEqual(['s3', 's3', 's3']);
    for (const { id, path, bytes, here, there: object } of files) {
      expect(readFileSync(object).equals(bytes)).toBe(true);
      // A process may be reading it there.
      expect(existsSync(here)).toBe(true);
      rmSync(here);
      expect((await sent(id)).equals(bytes)).toBe(true);
      const served = await fetch(`${crier.url}/uploads/${path}`);
      expect(Buffer.from(await served.arrayBuffer()).equals(bytes)).toBe(true);
    }
    expect(await sql(crier, 'select sha256 from media where id = $1', [ids[0]])).toEqual([
      {
        sha256: createHash('sha256')
          .update(files[0]?.bytes ?? '')
          .digest('hex'),
      },
    ]);
    expect(await moveFiles(context, back)).toMatchObject({ moved: 3, missing: [], damaged: [] });
    expect(await places(ids)).toEqual(['local', 'local', 'local']);
    for (const { bytes, here } of files) expect(readFileSync(here).equals(bytes)).toBe(true);
  });

  it('goes on where it was interrupted, and what was being moved is used from where it was', async () => {
    const files = [await add(), await add(), await add()];
    const ids = files.map(({ id }) => id);
    const last = files[2]?.path ?? '';
    s3.fault(
      firstOf(({ method, path }) => method === 'PUT' && path.endsWith(last), { answer: S3_ERRORS.denied }),
    );
    await expect(moveFiles(context, there)).rejects.toThrow('give it GetObject');
    s3.fault(null);
    expect((await places(ids)).at(-1)).toBe('local');
    expect((await sent(files[2]?.id ?? '')).equals(files[2]?.bytes ?? Buffer.of())).toBe(true);
    await moveFiles(context, there);
    expect(await places(ids)).toEqual(['s3', 's3', 's3']);
    await moveFiles(context, back);
  });

  it('leaves a file that is damaged or missing where it is, and names it', async () => {
    const [damaged, missing] = [await add(), await add()];
    writeFileSync(damaged.here, Buffer.alloc(damaged.bytes.length));
    rmSync(missing.here);
    expect(await moveFiles(context, there)).toMatchObject({
      damaged: [damaged.path],
      missing: [missing.path],
    });
    expect(await places([damaged.id, missing.id])).toEqual(['local', 'local']);
    expect(existsSync(damaged.there)).toBe(false);
    const events = await listenTo(crier, 'media.rejected');
    const checked = await runCrier({ ...crier.env, ...s3.env }, 'storage', 'check', '--hashes');
    expect(checked.code).toBe(1);
    const rejected = (await events()).map(({ data }) => [data.media?.id, data.error?.code]);
    expect(rejected.toSorted()).toEqual(
      [
        [damaged.id, 'media_damaged'],
        [missing.id, 'media_missing'],
      ].toSorted(),
    );
    expect(checked.stdout).toContain(damaged.path);
    expect(checked.stdout).toContain(missing.path);
    await sql(crier, 'delete from media where id = any($1)', [[damaged.id, missing.id]]);
    rmSync(damaged.here);
    await moveFiles(context, back);
  });

  it('does not report that a file is there before the bucket gives it back as it was', async () => {
    const file = await add();
    s3.fault(firstOf(({ method, path }) => method === 'GET' && path.endsWith(file.path), { change: 'down' }));
    await moveFiles(context, there);
    expect(await places([file.id])).toEqual(['local']);
    s3.fault(null);
    await moveFiles(context, there);
    expect(await places([file.id])).toEqual(['s3']);
    await moveFiles(context, back);
  });

  it('takes a picture up again that was cleaned while it was moved', async () => {
    const file = await add();
    await sql(crier, 'update media set cleaned_at = null, sha256 = null where id = $1', [file.id]);
    const cleaned = Buffer.from(file.bytes);
    cleaned[cleaned.length - 1] = 0;
    let begun = false;
    s3.fault(({ path }) => {
      if (path.endsWith(file.path) && !begun) {
        begun = true;
        writeFileSync(file.here, cleaned);
        void sql(crier, 'update media set cleaned_at = now() where id = $1', [file.id]);
      }
      return undefined;
    });
    await moveFiles(context, there);
    expect(await places([file.id])).toEqual(['s3']);
    expect((await sent(file.id)).equals(cleaned)).toBe(true);
    await moveFiles(context, back);
  });

  it('finds what nobody needs, and deletes it on request, but nothing that is young or used', async () => {
    const file = await add();
    const young = join(crier.context.uploadFolder, ORPHAN);
    mkdirSync(dirname(young), { recursive: true });
    writeFileSync(young, 'x');
    await moveFiles(context, there);
    const look = (remove: boolean, minAgeMs?: number) =>
      checkStorage(context, { hashes: false, remove, ...(minAgeMs === undefined ? {} : { minAgeMs }) });
    expect((await look(true)).removed.files).toBe(0);
    const found = await look(false, 0);
    expect(found.stores[0]?.orphans.first).toEqual([ORPHAN]);
    expect(found.stores[0]?.leftovers.first).toContain(file.path);
    expect(found.removed.files).toBe(0);
    // Gone from the place in its row: the copy is all that is left.
    const other = await add();
    await moveFiles(context, there);
    rmSync(other.there);
    expect((await look(true, 0)).removed.first).toEqual(expect.arrayContaining([ORPHAN, file.path]));
    expect([
      existsSync(young),
      existsSync(file.here),
      existsSync(file.there),
      existsSync(other.here),
    ]).toEqual([false, false, true, true]);
    expect((await sent(file.id)).equals(file.bytes)).toBe(true);
    await sql(crier, 'delete from media where id = $1', [other.id]);
    rmSync(other.here);
    await moveFiles(context, back);
  });

  it('deletes a file at both places when its owner does', async () => {
    const file = await add();
    await moveFiles(context, there);
    await context.storage.remove(crier.organizationId, file.id);
    expect([existsSync(file.here), existsSync(file.there)]).toEqual([false, false]);
  });

  it('knows two places', async () => {
    for (const names of [
      ['local', 'local'],
      ['local', 'ftp'],
    ]) {
      expect(await runCrier(crier.env, 'storage', 'move', ...names)).toMatchObject({ code: 2 });
    }
    const { S3_BUCKET: _, ...env } = crier.env;
    const refused = await runCrier(env, 'storage', 'move', 'local', 's3');
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('set S3_BUCKET')]);
  });

  it('is preceded by doctor, which tries the bucket and names the variable that is wrong', async () => {
    const check = (env: Record<string, string> = {}) =>
      checkBucket({ config: loadConfig({ ...s3.env, ...env }) });
    expect(await check()).toMatchObject([
      { check: 'Bucket', status: 'ok' },
      { check: 'Direct uploads', status: 'warn' },
    ]);
    expect(await checkBucket({ config: loadConfig({}) })).toEqual([]);
    for (const [name, value] of [
      ['S3_BUCKET', 'nothing-here'],
      ['S3_SECRET_ACCESS_KEY', 'wrong'],
      ['S3_ACCESS_KEY_ID', 'nobody'],
      ['S3_ENDPOINT', 'http://127.0.0.1:9'],
    ] as const) {
      expect(await check({ [name]: value })).toEqual([
        expect.objectContaining({ status: 'fail', fix: expect.stringContaining(name) }),
      ]);
    }
    s3.fault(firstOf(isMethod('GET'), { answer: S3_ERRORS.denied }));
    expect(await check()).toEqual([
      expect.objectContaining({ status: 'fail', fix: expect.stringContaining('GetObject') }),
    ]);
    s3.fault(null);
    const objects = await checkStorage(context, { hashes: false, remove: false, minAgeMs: 0 });
    expect(objects.stores[1]?.orphans.files).toBe(0);
  });

  it('is named by doctor where files are in both places, and a bucket that is not named any more', async () => {
    const file = await add();
    const { database } = context;
    await moveFiles(context, there);
    expect(await checkStored({ config: loadConfig({}), database })).toEqual([
      expect.objectContaining({ status: 'fail', fix: expect.stringContaining('Set S3_BUCKET') }),
    ]);
    expect(
      await checkStored({ config: loadConfig({ ...s3.env, STORAGE_PROVIDER: 'local' }), database }),
    ).toEqual([
      expect.objectContaining({ status: 'warn', fix: expect.stringContaining('storage move s3 local') }),
    ]);
    expect(await places([file.id])).toEqual(['s3']);
    const { S3_BUCKET: _, ...env } = crier.env;
    const without = await createContext({ ...loadConfig(env), LOG_LEVEL: 'silent' }, 'test');
    try {
      await expect(without.storage.find(crier.organizationId, file.id)).rejects.toMatchObject({
        code: 'storage_unavailable',
        message: expect.stringContaining('set S3_BUCKET'),
      });
    } finally {
      await without.dispose();
    }
  });

  it('shows the rule that lets browsers put files into the bucket, and doctor reports whether it has it', async () => {
    const env = { ...crier.env, ...s3.env, FRONTEND_URL: 'https://crier.example' };
    const check = async (more: Record<string, string> = {}) =>
      (await checkBucket({ config: loadConfig({ ...env, ...more }) })).find(
        (one) => one.check === 'Direct uploads',
      );
    await s3.admit('https://somebody-else.example');
    expect(await check()).toMatchObject({ status: 'warn', fix: expect.stringContaining('https URL') });
    env.FRONTEND_URL = 'http://crier.example';
    expect(await check()).toMatchObject({ status: 'warn', fix: expect.stringContaining('storage cors') });
    const before = await runCrier(env, 'storage', 'cors');
    expect([before.code, before.stdout]).toEqual([
      1,
      expect.stringContaining(`put-bucket-cors --bucket ${s3.bucket} --endpoint-url ${s3.url}`),
    ]);
    await s3.admit('http://crier.example');
    expect(await check()).toMatchObject({ status: 'ok' });
    expect(await crierJson(env, 'storage', 'cors')).toMatchObject({
      admitted: true,
      rule: { CORSRules: [{ AllowedOrigins: ['http://crier.example'], AllowedMethods: ['PUT'] }] },
    });
    // It changes what was signed.
    s3.fault(({ path, method }) =>
      method === 'PUT' && path.includes('/incoming/') ? { answer: S3_ERRORS.denied } : undefined,
    );
    expect(await check()).toMatchObject({ status: 'warn', detail: expect.stringContaining('answers 403') });
    s3.fault(null);
    // New files are stored in the folder.
    expect(await check({ STORAGE_PROVIDER: 'local' })).toBeUndefined();
    expect(existsSync(join(s3.folder, 'incoming')) ? readdirSync(join(s3.folder, 'incoming')) : []).toEqual(
      [],
    );
  });

  it('holds the files of an archive, and those that come out of one', async () => {
    const file = await add();
    await moveFiles(context, there);
    rmSync(file.here);
    const archive = join(crier.dataDir, 'organisation.zip');
    const written = await runCrier(
      { ...crier.env, ...s3.env },
      'export',
      archive,
      '--organization',
      crier.organizationId,
    );
    expect(written).toMatchObject({ code: 0 });
    const other = await versitygw.start();
    const target = await startInstance({ temporal: false, api: false, env: other.env });
    try {
      await sql(target, 'delete from organization');
      const read = await runCrier(target.env, 'import', archive, '--yes');
      expect(read.stdout).toContain('Its files are in the bucket');
      expect(readFileSync(join(other.folder, file.path)).equals(file.bytes)).toBe(true);
      expect(await sql(target, 'select storage, sha256 from media where path = $1', [file.path])).toEqual([
        { storage: 's3', sha256: createHash('sha256').update(file.bytes).digest('hex') },
      ]);
    } finally {
      await target.stop();
      await other.stop();
    }
  });

  it('leaves a backup that lists which files it does not hold', async () => {
    const file = join(crier.dataDir, 'backup.tar');
    const backup = await runCrier({ ...crier.env, ...s3.env }, 'backup', file);
    expect(backup.code).toBe(0);
    expect(backup.stdout).toMatch(/Not included: \d+ uploads? in the bucket of this instance/);
  });
});
