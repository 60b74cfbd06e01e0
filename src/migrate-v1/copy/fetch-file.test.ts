import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { dirname, join } from 'node:path';
import { loadConfig } from '../../platform/config/config.ts';
import { createContext } from '../../run/create-context.ts';
import { MAX_IMAGE_BYTES } from '../../platform/media/accepted-media.ts';
import { png, sql } from '../../test/factories.ts';
import { startInstance, type TestInstance } from '../../test/instance.ts';
import { freePort } from '../../run/embedded/ports.ts';
import { describeWith } from '../../test/servers/server.ts';
import { versitygw } from '../../test/servers/versitygw.ts';
import { makeV1Source, type V1Source } from '../test/make-source.ts';
import { startMediaHost, type MediaHost } from '../../uploads/fixtures/media-host.ts';
import { registerSource, type Migration } from '../v1-source.ts';
import { runPass } from './run-pass.ts';

const STORED = '2025/03/05/0123456789abcdef0123456789abcdef.png';
const OCCUPIED = '2025/03/07/0123456789abcdef0123456789abcdef.png';
const TAKEN = '2025/03/06/0123456789abcdef0123456789abcdef.png';

describeWith([versitygw], 'The files of v1, fetched from its URL', () => {
  let crier: TestInstance;
  let v1: V1Source;
  let old: MediaHost;
  let bucket: MediaHost;
  let migration: Migration;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    [old, bucket] = [await startMediaHost(), await startMediaHost()];
    v1 = await makeV1Source(process.env.CRIER_TEST_DATABASE_URL ?? '', {
      age: 'v2.11.3',
      organizations: 1,
      posts: 1,
      waiting: 1,
    });
    await v1.query('delete from "Media"');
    migration = await registerSource(crier.context, access({ uploads: `${old.url}/` }));
  });
  afterAll(async () => {
    await migration?.close();
    await Promise.all([old?.stop(), bucket?.stop()]);
    await v1?.drop();
    await crier?.stop();
  });
  const access = (files: { uploads: string }) => ({
    source: v1.url,
    jwtSecret: v1.jwtSecret,
    env: {},
    ...files,
  });
  /** Files of the library, by their paths in v1. */
  const add = (files: Record<string, { path: string; fileSize?: number }>): Promise<unknown> =>
    v1.query(
      `insert into "Media" (id, name, path, "organizationId", "fileSize", type, "createdAt", "updatedAt")
        select key, key, value ->> 'path', $2, coalesce((value ->> 'fileSize')::int, 0), 'image', '2025-03-05', now()
        from jsonb_each($1::jsonb)`,
      [JSON.stringify(files), v1.organizations[0]?.id],
    );
  const taken = async (): Promise<Record<string, string>> => {
    const rows = await sql<{ id: string; what: string }>(
      crier,
      `select l.legacy_id as id, coalesce(l.problem, m.path) as what from legacy_id l
        left join media m on m.id = l.id where l.kind = 'media'`,
    );
    return Object.fromEntries(rows.map(({ id, what }) => [id, what]));
  };
  const requested = (): string[] => old.requests.splice(0).map(({ url }) => url ?? '');

  it('are taken from there, or from the storage that v1 used, under their names where these are ours', async () => {
    const picture = png();
    old.serve(`/uploads/${STORED}`, picture);
    old.serve('/uploads/2025/03/05/caf%C3%A9%20nord.png', picture);
    old.serve('/uploads/2025/03/05/moved.png', '/uploads/2025/03/05/caf%C3%A9%20nord.png');
    old.serve(`/uploads/${OCCUPIED}`, picture);
    const occupied = join(crier.context.uploadFolder, OCCUPIED);
    mkdirSync(dirname(occupied), { recursive: true });
    writeFileSync(occupied, 'of somebody');
    await add({
      occupied: { path: `https://old.example/uploads/${OCCUPIED}`, fileSize: picture.length },
      stored: { path: `https://old.example/uploads/${STORED}`, fileSize: picture.length },
      named: { path: '/uploads/2025/03/05/café nord.png' },
      moved: { path: 'http://localhost:4200/uploads/2025/03/05/moved.png?w=1' },
      bucket: { path: bucket.serve('/a/b.png', picture) },
      // A URL elsewhere may be anybody's, and so is the name in it.
      elsewhere: { path: bucket.serve(`/uploads/${TAKEN}`, picture) },
    });
    await runPass(migration);
    const paths = await taken();
    expect(paths).toEqual({
      stored: STORED,
      ...Object.fromEntries(
        ['occupied', 'named', 'moved', 'bucket', 'elsewhere'].map((id) => [
          id,
          expect.stringMatching(/^2025\/03\/05\/[0-9a-f]{32}\.png$/),
        ]),
      ),
    });
    for (const path of Object.values(paths)) {
      expect(readFileSync(join(crier.context.uploadFolder, path))).toEqual(Buffer.from(picture));
    }
    expect(existsSync(join(crier.context.uploadFolder, TAKEN))).toBe(false);
    expect(readFileSync(occupied, 'utf8')).toBe('of somebody');
  });

  it('are not fetched again when an interrupted pass is repeated', async () => {
    const before = await taken();
    await sql(crier, `delete from media`);
    await sql(crier, `delete from legacy_id where kind = 'media'`);
    requested();
    await runPass(migration);
    expect([await taken(), requested()]).toEqual([before, []]);
  });

  it('go to the bucket where this instance has one, once, with their hash, and leave nothing behind', async () => {
    const s3 = await versitygw.start();
    const env = { ...crier.env, ...s3.env };
    const context = await createContext({ ...loadConfig(env), LOG_LEVEL: 'silent' }, 'test');
    try {
      await v1.query('delete from "Media"');
      const picture = png(31, 17);
      const named = `2025/05/01/${'cd'.repeat(16)}.png`;
      old.serve(`/uploads/${named}`, picture);
      const [one, two] = [{ path: `${old.url}/uploads/${named}` }, { path: `/uploads/${named}` }];
      await add({ inBucket: one, again: two });
      requested();
      for (let passes = 0; passes < 2; passes++) {
        await runPass({ ...migration, context });
        await v1.query(`update "Media" set "updatedAt" = now()`);
      }
      expect(requested().filter((url) => url.endsWith(named))).toHaveLength(2);
      const rows = await sql<{ path: string; storage: string; sha256: string }>(
        crier,
        `select m.path, m.storage, m.sha256 from media m join legacy_id l on l.id = m.id
          where l.legacy_id in ('inBucket', 'again')`,
      );
      expect(rows).toEqual(
        [1, 2].map(() => ({
          path: expect.any(String),
          storage: 's3',
          sha256: createHash('sha256').update(picture).digest('hex'),
        })),
      );
      expect(new Set(rows.map(({ path }) => path)).size).toBe(2);
      for (const { path } of rows) {
        expect(readFileSync(join(s3.folder, path))).toEqual(Buffer.from(picture));
        expect(existsSync(join(crier.context.uploadFolder, path))).toBe(false);
      }
      // The folder may be v1's as well: its own files stay.
      const folder = crier.context.uploadFolder;
      for (const [at, uploads] of [old.url, folder].entries()) {
        const shared = `2025/05/0${at + 2}/${'ef'.repeat(16)}.png`;
        mkdirSync(dirname(join(folder, shared)), { recursive: true });
        writeFileSync(join(folder, shared), picture);
        await add({ [`shared${at}`]: { path: `/uploads/${shared}` } });
        await runPass({ ...migration, context, uploads });
        expect((await taken())[`shared${at}`]).toBe(shared);
        expect([s3.folder, folder].map((one) => existsSync(join(one, shared)))).toEqual([true, true]);
      }
    } finally {
      await context.dispose();
      await s3.stop();
      await v1.query('delete from "Media"');
    }
  });

  it('are upright and name no place once a post uses them, also after v1 has changed their row', async () => {
    const made = join(import.meta.dirname, '../../platform/media/fixtures/elsewhere/place-6.jpg');
    const named = `2025/04/01/${'ab'.repeat(16)}.jpg`;
    old.serve(`/uploads/${named}`, readFileSync(made));
    await add({ placed: { path: `${old.url}/uploads/${named}` } });
    for (const alt of ['As it was', 'Described again']) {
      await v1.query(`update "Media" set alt = $1, "updatedAt" = now() where id = 'placed'`, [alt]);
      await runPass(migration);
      const [row] = await sql<{ id: string; organization: string; path: string }>(
        crier,
        'select id, organization_id as organization, path from media where alt = $1',
        [alt],
      );
      const found = await crier.context.storage.find(row?.organization ?? '', row?.id ?? '');
      expect(found).toMatchObject({ width: 48, height: 32, alt });
      expect(readFileSync(join(crier.context.uploadFolder, row?.path ?? '')).includes('Exif')).toBe(false);
    }
  });

  it('are named with the reason when they are not copied, and looked for again by the next pass', async () => {
    await v1.query('delete from "Media"');
    const host = new URL(old.url).host;
    const at = (name: string): string => `/uploads/${name}`;
    const picture = png();
    old.serve('/uploads/short.png', picture);
    old.serve('/uploads/page.png', Buffer.from('<!doctype html><title>Not found</title>'));
    old.serve('/uploads/private.png', 'http://10.1.2.3/uploads/private.png');
    old.serve('/uploads/large.png', (_, response) => {
      response.write(picture);
      response.end(Buffer.alloc(MAX_IMAGE_BYTES));
    });
    await add({
      missing: { path: at('missing.png') },
      short: { path: at('short.png'), fileSize: picture.length + 1 },
      page: { path: at('page.png') },
      private: { path: at('private.png') },
      large: { path: at('large.png') },
      out: { path: at('../etc/passwd') },
    });
    await runPass(migration);
    expect(await taken()).toEqual({
      missing: `the file missing.png could not be fetched: ${host} answered 404`,
      short: `the file short.png is not taken: It has ${picture.length} bytes, and ${picture.length + 1} in v1`,
      page: expect.stringMatching(/^the file page.png is not taken: .* with a web page, not with a picture/),
      private: expect.stringMatching(
        /^the file private.png is not taken: Blocked IP: 10.1.2.3 is not a public/,
      ),
      large: `the file large.png is not taken: The file is larger than 10.48 MB`,
      out: 'the file /uploads/../etc/passwd has no URL',
    });
    old.serve('/uploads/missing.png', picture);
    requested();
    await runPass(migration);
    expect((await taken()).missing).toMatch(/^2025/);
    expect(requested()).toContain('/uploads/missing.png');
  });

  it('are asked for again from a server that breaks off, and named when it stays away', async () => {
    await v1.query('delete from "Media"');
    const picture = png();
    const answers = [
      (response: ServerResponse) => {
        response.writeHead(200, { 'content-length': String(picture.length) }).write(picture.subarray(0, 20));
        setTimeout(() => response.destroy(), 50);
      },
      (response: ServerResponse) => response.writeHead(200).end(picture),
    ];
    old.serve('/uploads/broken.png', (_, response) => void answers.shift()?.(response));
    const away = `127.0.0.1:${await freePort()}`;
    await add({ broken: { path: '/uploads/broken.png' }, away: { path: `http://${away}/a.png` } });
    await runPass(migration);
    expect(await taken()).toMatchObject({
      broken: expect.stringMatching(/^2025/),
      away: `the file http://${away}/a.png could not be fetched: ${away} refused to send it`,
    });
  });

  it('are refused at once when there is no such folder, or nothing answers at the URL', async () => {
    const refusal = (uploads: string): Promise<string> =>
      registerSource(crier.context, access({ uploads })).then(
        () => 'none',
        (error: Error) => error.message,
      );
    const port = await freePort();
    expect([
      await refusal('/no/such/folder'),
      await refusal('ftp://old.example'),
      await refusal('https://user:s3cret@old.example'),
      await refusal('http://10.1.2.3'),
      await refusal(`http://127.0.0.1:${port}`),
    ]).toEqual([
      'The uploads of v1 (--uploads): there is no folder /no/such/folder on this machine. Give the folder, or the URL of v1',
      'The uploads of v1 (--uploads): the URL must look like https://old.example, without a password',
      'The uploads of v1 (--uploads): the URL must look like https://old.example, without a password',
      expect.stringMatching(/--uploads\): Blocked IP: 10.1.2.3 is not a public address.*SSRF_ALLOW_CIDRS/),
      `The uploads of v1 (--uploads): Could not reach 127.0.0.1:${port}: ECONNREFUSED`,
    ]);
  });
});
