import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkBucket } from '../run/cli/doctor/check-storage.ts';
import { loadConfig } from '../platform/config/config.ts';
import { createContext } from '../run/create-context.ts';
import { storedPath } from '../platform/media/storage.ts';
import { png, upload, type ErrorBody } from '../test/factories.ts';
import { startInstance, type TestInstance } from '../test/instance.ts';
import { describeWith } from '../test/servers/server.ts';
import { versitygw, type RunningS3 } from '../test/servers/versitygw.ts';

const picture = Buffer.from(png(30, 20));

describeWith([versitygw], 'an instance with the older variables for a bucket', () => {
  let s3: RunningS3;
  let crier: TestInstance;
  beforeAll(async () => {
    s3 = await versitygw.start();
    // The names in the .env.example of earlier releases. S3_ENDPOINT stands for the URL that R2 makes of the
    // account, and unlike R2, this service has a region.
    const older = {
      STORAGE_PROVIDER: 'cloudflare',
      CLOUDFLARE_ACCOUNT_ID: 'a1b2c3',
      CLOUDFLARE_ACCESS_KEY: s3.env.S3_ACCESS_KEY_ID ?? '',
      CLOUDFLARE_SECRET_ACCESS_KEY: s3.env.S3_SECRET_ACCESS_KEY ?? '',
      CLOUDFLARE_BUCKETNAME: s3.bucket,
      CLOUDFLARE_REGION: 'us-east-1',
      S3_ENDPOINT: s3.url,
    };
    crier = await startInstance({ temporal: false, env: older });
  });
  afterAll(async () => {
    await crier?.stop();
    await s3?.stop();
  });

  const add = async (): Promise<{ id: string; path: string; stored: string }> => {
    const { status, body } = await upload<{ id: string; path: string }>(crier, picture);
    expect(status).toBe(201);
    return { ...body, stored: storedPath(body.path) ?? '' };
  };
  const get = async (url: string): Promise<[status: number, isThePicture: boolean]> => {
    const answer = await fetch(url.replace(crier.context.apiUrl, crier.url));
    return [answer.status, Buffer.from(await answer.arrayBuffer()).equals(picture)];
  };

  it('stores an upload in that bucket, and gives it back', async () => {
    const { path, stored } = await add();
    expect(readFileSync(join(s3.folder, stored)).equals(picture)).toBe(true);
    expect(existsSync(join(crier.context.uploadFolder, stored))).toBe(false);
    expect(await get(path)).toEqual([200, true]);
  });

  it('gives networks a signed URL of the file, and nobody a forged one', async () => {
    const file = await crier.context.storage.find(crier.organizationId, (await add()).id);
    const signed = (await file?.signedUrl()) ?? '';
    expect(await get(signed)).toEqual([200, true]);
    expect(await get(signed.replace(/med_[\w-]{4}/, 'med_AAAA'))).toEqual([404, false]);
  });

  it('signs a URL at which the bucket takes one file of that size from a client', async () => {
    const begin = () =>
      crier.call<{ id: string; url: string }>('POST', '/upload/direct', { body: { size: picture.length } });
    const put = async (url: string): Promise<number> =>
      (
        await fetch(url, {
          method: 'PUT',
          body: new Uint8Array(picture),
          headers: { 'content-type': 'application/octet-stream' },
        })
      ).status;
    const { body } = await begin();
    expect(body.url).toContain(`${s3.url}/${s3.bucket}/`);
    expect(await put(body.url.replace(/Signature=\w{4}/, 'Signature=0000'))).toBe(403);
    expect(await put(body.url)).toBe(200);
    const done = await crier.call<{ path: string }>('POST', `/upload/direct/${body.id}`, {
      body: { name: 'a.png' },
    });
    expect([done.status, await get(done.body.path)]).toEqual([201, [200, true]]);
  });

  it('gives networks a URL below CLOUDFLARE_BUCKET_URL where that is set', async () => {
    const { id, stored } = await add();
    const env = { ...crier.env, CLOUDFLARE_BUCKET_URL: 'https://files.example/' };
    const context = await createContext({ ...loadConfig(env), LOG_LEVEL: 'silent' }, 'test');
    try {
      const file = await context.storage.find(crier.organizationId, id);
      expect(await file?.signedUrl()).toBe(`https://files.example/${stored}`);
    } finally {
      await context.dispose();
    }
  });

  it('is found right by the doctor', async () => {
    expect(await checkBucket({ config: loadConfig(crier.env) })).toContainEqual(
      expect.objectContaining({ check: 'Bucket', status: 'ok' }),
    );
  });

  it.each([
    ['CLOUDFLARE_SECRET_ACCESS_KEY', 'wrong'],
    ['CLOUDFLARE_ACCESS_KEY', 'nobody'],
    ['CLOUDFLARE_BUCKETNAME', 'nothing-here'],
    ['CLOUDFLARE_REGION', 'auto'],
  ])('with a wrong %s refuses an upload, and the doctor names the variable', async (name, value) => {
    const env = { [name]: value };
    const url = await crier.startApi(env);
    const { status, body } = await upload<ErrorBody>({ ...crier, url }, picture);
    expect([status, body.code]).toEqual([503, 'storage_unavailable']);
    const found = await checkBucket({ config: loadConfig({ ...crier.env, ...env }) });
    expect(JSON.stringify(found)).toContain(`correct ${name}`);
  });
});
