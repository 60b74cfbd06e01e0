import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { storedPath } from '../platform/media/storage.ts';
import { countRows, png, sql, upload, UNKNOWN_ID, type ErrorBody } from '../test/factories.ts';
import { startInstance, type Answer, type TestInstance } from '../test/instance.ts';
import { listenTo } from '../test/listen-to.ts';
import { firstOf, S3_ERRORS } from '../test/servers/s3-front.ts';
import { describeWith } from '../test/servers/server.ts';
import { versitygw, type RunningS3 } from '../test/servers/versitygw.ts';
import { sweepDirectUploads } from './direct-upload.ts';

interface Begun extends ErrorBody {
  readonly id: string;
  readonly url: string;
  readonly contentType: string;
  readonly expiresAt: string;
}
interface Stored extends ErrorBody {
  readonly id: string;
  readonly path: string;
  readonly name: string;
}

const picture = png(40, 40);
const sha256 = createHash('sha256').update(picture).digest('hex');
const limits = { channels: null, postsPerMonth: null, members: null, webhooks: null };

describeWith([versitygw], 'an upload that goes straight to the bucket', () => {
  let s3: RunningS3;
  let crier: TestInstance;
  beforeAll(async () => {
    s3 = await versitygw.start();
    const plans = JSON.stringify({ small: { label: 'Small', ...limits, storageMb: 1 } });
    crier = await startInstance({ temporal: false, env: { ...s3.env, CRIER_PLANS: plans } });
  });
  beforeEach(() => sql(crier, 'delete from direct_upload'));
  afterEach(() => s3.fault(null));
  afterAll(async () => {
    await crier?.stop();
    await s3?.stop();
  });

  const begin = (size = picture.length, key?: string) =>
    crier.call<Begun>('POST', '/upload/direct', { body: { size }, ...(key ? { key } : {}) });
  const OCTETS = { 'content-type': 'application/octet-stream' };
  const send = (
    url: string,
    body: Uint8Array<ArrayBuffer> = picture,
    headers: Record<string, string> = OCTETS,
  ) => fetch(url, { method: 'PUT', body, headers });
  const complete = (id: string, body: object = {}, more: object = {}): Promise<Answer<Stored>> =>
    crier.call<Stored>('POST', `/upload/direct/${id}`, { body, ...more });
  const arrived = (id: string): boolean => existsSync(join(s3.folder, 'incoming', id));

  it('is stored like any other once it was looked at, and what arrived is gone', async () => {
    const { status, body } = await begin();
    expect([status, new URL(body.url).origin]).toEqual([201, s3.url]);
    const sent = await send(body.url, picture, { 'content-type': body.contentType });
    expect(sent.status).toBe(200);
    const done = await complete(body.id, { name: 'menu.png', sha256 });
    expect(done.status).toBe(201);
    const served = await fetch(`${crier.url}/uploads/${storedPath(done.body.path)}`);
    expect(Buffer.from(await served.arrayBuffer()).equals(Buffer.from(picture))).toBe(true);
    expect(arrived(body.id)).toBe(false);
    expect(await complete(body.id)).toMatchObject({
      status: 404,
      body: { code: 'upload_not_found', message: expect.stringContaining('completed before') as unknown },
    });
  });

  it('is answered the same again with the same Idempotency-Key, and stored once', async () => {
    const { body } = await begin();
    await send(body.url);
    const headers = { 'idempotency-key': randomUUID() };
    const [one, two] = [await complete(body.id, {}, { headers }), await complete(body.id, {}, { headers })];
    expect([one.status, two.body]).toEqual([201, one.body]);
  });

  it('is stored once by two requests at once', async () => {
    const { body } = await begin();
    await send(body.url);
    const before = await countRows(crier, 'media');
    const statuses = (await Promise.all([complete(body.id), complete(body.id)])).map(({ status }) => status);
    expect([statuses.toSorted(), await countRows(crier, 'media')]).toEqual([[201, 404], before + 1]);
  });

  it('has the declared length: the service takes no other one', async () => {
    const { body } = await begin(picture.length - 1);
    expect((await send(body.url)).status).toBe(403);
    expect([arrived(body.id), (await complete(body.id)).status]).toEqual([false, 404]);
  });

  it('is refused with a field that it does not have, when it begins and when it is completed', async () => {
    const more = { alt: 'A cake' };
    const refused = { status: 400, body: { code: 'invalid_request', issues: [{ path: 'alt' }] } };
    const body = { size: picture.length, ...more };
    expect(await crier.call('POST', '/upload/direct', { body })).toMatchObject(refused);
    const { id, url } = (await begin()).body;
    await send(url);
    expect(await complete(id, more)).toMatchObject(refused);
    expect((await complete(id)).status).toBe(201);
  });

  it('is called octets until it was looked at: the bucket shows no untrusted page or picture', async () => {
    const { body } = await begin();
    for (const type of ['text/html', 'image/svg+xml', 'application/octet-stream; charset=utf-8']) {
      expect([type, (await send(body.url, picture, { 'content-type': type })).status]).toEqual([type, 403]);
    }
    expect([(await send(body.url, picture, {})).status, arrived(body.id)]).toEqual([403, false]);
  });

  it('is refused with another hash or type, and is never served or posted before', async () => {
    const { body } = await begin();
    await send(body.url);
    expect(await complete(body.id, { sha256: 'a'.repeat(64) })).toMatchObject({
      status: 400,
      body: { code: 'invalid_request', issues: [{ path: 'sha256', message: expect.any(String) }] },
    });
    expect((await fetch(`${crier.url}/uploads/incoming/${body.id}`)).status).toBe(404);
    const page = new TextEncoder().encode('<script>alert(1)</script>'.padEnd(picture.length));
    await send(body.url, page);
    const before = await countRows(crier, 'media');
    expect(await complete(body.id)).toMatchObject({ status: 400, body: { code: 'unsupported_file' } });
    expect(await countRows(crier, 'media')).toBe(before);
    expect(readdirSync(join(crier.context.uploadFolder, '.incoming'))).toEqual([]);
  });

  it('is deleted when it is refused, and webhooks are notified, as another client may have begun it', async () => {
    const events = await listenTo(crier, 'media.rejected');
    const { body } = await begin();
    await send(body.url, new TextEncoder().encode('<script>alert(1)</script>'.padEnd(picture.length)));
    await complete(body.id, { name: 'menu.png' });
    const rejection = { media: { id: body.id, name: 'menu.png' }, error: { code: 'unsupported_file' } };
    expect(await events()).toMatchObject([{ type: 'media.rejected', data: rejection }]);
    expect([arrived(body.id), (await complete(body.id)).status]).toEqual([false, 404]);
    const good = await begin();
    await send(good.body.url);
    await complete(good.body.id, { sha256: 'a'.repeat(64) });
    expect((await complete(good.body.id)).status).toBe(201);
    expect(await events()).toEqual([]);
  });

  it("is another organisation's own", async () => {
    const { body } = await begin();
    await send(body.url);
    const other = await crier.anotherOrganization();
    expect((await complete(body.id, {}, { key: other.apiKey })).status).toBe(403);
    expect((await complete(UNKNOWN_ID)).status).toBe(404);
    expect((await complete('x')).status).toBe(400);
    expect((await complete(body.id)).status).toBe(201);
  });

  it('counts against the plan when it begins, and no more than twenty are open', async () => {
    expect(await begin(1_000_001)).toMatchObject({ status: 402, body: { code: 'quota_exceeded' } });
    expect((await begin(600_000)).status).toBe(201);
    expect((await begin(600_000)).status).toBe(402);
    await sql(crier, 'delete from direct_upload');
    for (let n = 0; n < 20; n++) expect((await begin(1)).status).toBe(201);
    expect(await begin(1)).toMatchObject({ status: 429, body: { code: 'too_many_uploads' } });
  });

  it('that is not completed within its hour ends, and what arrived is deleted', async () => {
    const { body } = await begin();
    await send(body.url);
    await sql(crier, "update direct_upload set expires_at = now() - interval '11 minutes'");
    expect([arrived(body.id), (await complete(body.id)).status]).toEqual([true, 404]);
    await sweepDirectUploads(crier.context);
    expect([arrived(body.id), await countRows(crier, 'direct_upload')]).toEqual([false, 0]);
  });

  it('leaves nothing when its URL is used again after it was completed', async () => {
    const { body } = await begin();
    await send(body.url);
    expect((await complete(body.id)).status).toBe(201);
    expect((await send(body.url)).status).toBe(200);
    expect([arrived(body.id), (await complete(body.id)).status]).toEqual([true, 404]);
    await sql(crier, "update direct_upload set expires_at = now() - interval '11 minutes'");
    await sweepDirectUploads(crier.context);
    expect(arrived(body.id)).toBe(false);
  });

  it('leaves nothing either when its URL is used again after its file was refused', async () => {
    const { body } = await begin();
    const page = new TextEncoder().encode('<script>alert(1)</script>'.padEnd(picture.length));
    await send(body.url, page);
    expect((await complete(body.id)).status).toBe(400);
    await send(body.url, page);
    expect([arrived(body.id), (await complete(body.id)).status]).toEqual([true, 404]);
    await sql(crier, "update direct_upload set expires_at = now() - interval '11 minutes'");
    await sweepDirectUploads(crier.context);
    expect(arrived(body.id)).toBe(false);
  });

  it('that has ended is deleted later where the bucket is silent, which the reconciler does not wait for', async () => {
    const { body } = await begin();
    await send(body.url);
    await sql(crier, "update direct_upload set expires_at = now() - interval '11 minutes'");
    s3.fault(() => ({ silent: true }));
    const ended = sweepDirectUploads(crier.context, 50);
    const waited = await Promise.race([
      ended.then(() => 'left for later'),
      sleep(5000, 'waited', { ref: false }),
    ]);
    expect([waited, arrived(body.id)]).toEqual(['left for later', true]);
    s3.fault(null);
    await sweepDirectUploads(crier.context);
    expect([arrived(body.id), await countRows(crier, 'direct_upload')]).toEqual([false, 0]);
  });

  it('goes to its own place alone: a URL that was changed is refused', async () => {
    const [one, two] = [(await begin()).body, (await begin()).body];
    const stored = storedPath((await upload<Stored>(crier, picture)).body.path) ?? '';
    for (const place of [`incoming/${two.id}`, stored, `incoming/../${stored}`]) {
      const { status } = await send(one.url.replace(`incoming/${one.id}`, place));
      expect([place, status]).toEqual([place, 403]);
    }
    expect((await fetch(one.url)).status).toBe(403);
    expect(readFileSync(join(s3.folder, stored)).equals(Buffer.from(picture))).toBe(true);
  });

  it('takes no more than the plan allows, however many begin at once', async () => {
    const statuses = (await Promise.all([1, 2, 3].map(() => begin(600_000)))).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([201, 402, 402]);
  });

  it('waits while the bucket is away, and is refused where there is none', async () => {
    const { body } = await begin();
    await send(body.url);
    s3.fault(firstOf(() => true, { answer: S3_ERRORS.denied }));
    expect(await complete(body.id)).toMatchObject({ status: 503, body: { code: 'storage_unavailable' } });
    s3.fault(null);
    expect((await complete(body.id)).status).toBe(201);
    const beginWith = async (env: Record<string, string>) => {
      const answer = await fetch(`${await crier.startApi(env)}/public/v1/upload/direct`, {
        method: 'POST',
        headers: { authorization: crier.apiKey, 'content-type': 'application/json' },
        body: JSON.stringify({ size: 1 }),
      });
      return [answer.status, ((await answer.json()) as ErrorBody).code];
    };
    expect(await beginWith({ STORAGE_PROVIDER: 'local' })).toEqual([409, 'direct_upload_off']);
    expect(await beginWith({ S3_REGION: 'no region' })).toEqual([503, 'storage_unavailable']);
  });
});
