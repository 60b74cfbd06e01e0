import { describe, expect, it } from '@jest/globals';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '../platform/config/config.ts';
import { buildPost, buildTarget, png, upload } from '../test/factories.ts';
import { startInstance } from '../test/instance.ts';
import { isStoredPath, storedPath } from '../platform/media/storage.ts';
import { s3Settings } from '../platform/media/stores/s3-settings.ts';

describe('the storage settings', () => {
  it('default to a local folder, served below /uploads', () => {
    expect(loadConfig({})).toMatchObject({
      STORAGE_PROVIDER: 'local',
      NEXT_PUBLIC_UPLOAD_STATIC_DIRECTORY: '/uploads',
      UPLOAD_DIRECTORY: undefined,
      RESTRICT_UPLOAD_DOMAINS: undefined,
    });
    expect(loadConfig({ STORAGE_PROVIDER: 'local' }).STORAGE_PROVIDER).toBe('local');
  });

  it('refuse other kinds of storage', () => {
    expect(() => loadConfig({ STORAGE_PROVIDER: 'ftp' })).toThrow(
      'STORAGE_PROVIDER must be local, s3 or cloudflare',
    );
  });

  it.each([
    ['s3', ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY']],
    [
      'cloudflare',
      [
        'CLOUDFLARE_ACCOUNT_ID',
        'CLOUDFLARE_BUCKETNAME',
        'CLOUDFLARE_ACCESS_KEY',
        'CLOUDFLARE_SECRET_ACCESS_KEY',
      ],
    ],
  ])('of %s name every variable that is missing', (provider, names) => {
    const problem = (): unknown => loadConfig({ STORAGE_PROVIDER: provider });
    for (const name of names) expect(problem).toThrow(`${name} is missing: STORAGE_PROVIDER=${provider}`);
  });

  it('of a bucket beside the folder are complete too, and the older names alone mean nothing', () => {
    expect(() => loadConfig({ S3_BUCKET: 'uploads' })).toThrow(
      'S3_ACCESS_KEY_ID is missing: S3_BUCKET needs it',
    );
    expect(s3Settings(loadConfig({ CLOUDFLARE_BUCKETNAME: 'uploads' }))).toBeUndefined();
  });

  it('read the names for Cloudflare R2 as earlier releases do', () => {
    const env = {
      STORAGE_PROVIDER: 'cloudflare',
      CLOUDFLARE_ACCOUNT_ID: 'a1b2',
      CLOUDFLARE_ACCESS_KEY: 'id',
      CLOUDFLARE_SECRET_ACCESS_KEY: 'secret',
      CLOUDFLARE_BUCKETNAME: 'uploads',
      CLOUDFLARE_BUCKET_URL: 'https://files.example/',
    };
    expect(s3Settings(loadConfig(env))).toMatchObject({
      bucket: 'uploads',
      region: 'auto',
      endpoint: 'https://a1b2.r2.cloudflarestorage.com',
      accessKeyId: 'id',
      secretAccessKey: 'secret',
      publicUrl: 'https://files.example',
    });
    expect(s3Settings(loadConfig({ ...env, CLOUDFLARE_REGION: 'weur' }))?.region).toBe('weur');
  });

  it.each([
    ['/media', '/media'],
    ['media/', '/media'],
    ['/files/of/ours', '/files/of/ours'],
    ['/api/uploads', '/api/uploads'],
    ['/uploads', '/uploads'],
  ])('accept %s as the prefix of URLs', (value, path) => {
    expect(
      loadConfig({ NEXT_PUBLIC_UPLOAD_STATIC_DIRECTORY: value }).NEXT_PUBLIC_UPLOAD_STATIC_DIRECTORY,
    ).toBe(path);
  });

  it.each([
    '/',
    '/../etc',
    '/public/v1',
    '/api',
    '/api/public',
    '/docs',
    '/oauth/x',
    'https://cdn.example/uploads',
    '/with space',
    '/a//b',
    '/a?b',
    '/.hidden',
  ])('refuse %s, which is taken or impossible', (value) => {
    expect(() => loadConfig({ NEXT_PUBLIC_UPLOAD_STATIC_DIRECTORY: value })).toThrow(
      /NEXT_PUBLIC_UPLOAD_STATIC_DIRECTORY must be a path that nothing else uses/,
    );
  });
});

describe('an upload on an instance with its own folder and prefix', () => {
  it('is stored in that folder, has a URL with that prefix, is served below /uploads and /api/uploads, and is recognised by each URL', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'crier-uploads-'));
    const crier = await startInstance({
      temporal: false,
      env: { UPLOAD_DIRECTORY: folder, NEXT_PUBLIC_UPLOAD_STATIC_DIRECTORY: '/media' },
    });
    try {
      const { body } = await upload<{ id: string; path: string }>(crier, png());
      const path = body.path.replace(`${crier.context.publicUrl}/media/`, '');
      expect([isStoredPath(path), existsSync(join(folder, path))]).toEqual([true, true]);
      for (const prefix of ['/uploads', '/api/uploads']) {
        expect((await fetch(`${crier.url}${prefix}/${path}`)).status).toBe(200);
      }
      const channel = (await crier.connect('sandbox')).id;
      for (const url of [body.path, `/uploads/${path}`, `https://crier.example/api/uploads/${path}?v=1`]) {
        expect(
          (
            await crier.call('POST', '/posts', {
              body: buildPost([], {
                posts: [buildTarget(channel, { value: [{ content: 'x', image: [{ path: url }] }] })],
              }),
            })
          ).status,
        ).toBe(201);
      }
    } finally {
      await crier.stop();
      rmSync(folder, { recursive: true });
    }
  });
});

describe('the stored path in a URL', () => {
  const path = `2031/05/04/${'a'.repeat(32)}.png`;

  it.each([
    `/uploads/${path}`,
    `https://crier.example/api/uploads/${path}`,
    `https://crier.example/media/${path}?v=2#top`,
  ])('is found in %s', (url) => {
    expect(storedPath(url)).toBe(path);
  });

  it.each([
    path,
    `https://crier.example/${path}/x`,
    `https://crier.example/?f=/${path}`,
    `https://crier.example/uploads/../${path.replace('.png', '/../x.png')}`,
    'https://crier.example/a.png',
    `x${'/'.repeat(5000)}${path}`,
  ])('is not found in %s', (url) => {
    expect(storedPath(url)).toBeUndefined();
  });
});

describe('removing an upload', () => {
  it('deletes its row and file, and none of another organisation', async () => {
    const crier = await startInstance({ temporal: false });
    try {
      const { body } = await upload<{ id: string; path: string }>(crier, png());
      const { storage } = crier.context;
      const stored = storedPath(body.path) ?? '';
      await storage.remove((await crier.anotherOrganization()).id, body.id);
      expect(await storage.find(crier.organizationId, body.id)).toBeDefined();
      await storage.remove(crier.organizationId, body.id);
      expect([await storage.find(crier.organizationId, body.id), await storage.open(stored)]).toEqual([
        undefined,
        undefined,
      ]);
      await storage.remove(crier.organizationId, body.id);
    } finally {
      await crier.stop();
    }
  });
});
