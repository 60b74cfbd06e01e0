import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { basename } from 'node:path';
import { redact } from '../../platform/logger.ts';
import { createUrlSigner } from '../../platform/media/signed-url.ts';
import { deriveMediaKeys, loadEncryptionKeys } from '../../platform/secrets.ts';
import { png, sql, upload, type ErrorBody } from '../../test/factories.ts';
import { eventually, startInstance, type TestInstance } from '../../test/instance.ts';

const HOUR_MS = 3_600_000;

describe('a signed URL of an upload', () => {
  let crier: TestInstance;
  let id: string;
  let name: string;
  let path: string;
  const file = Buffer.from(png(40, 40));
  const add = async (): Promise<{ id: string; name: string; path: string }> => {
    const { body } = await upload<{ id: string; path: string }>(crier, file);
    const stored = await crier.context.storage.find(crier.organizationId, body.id);
    const at = new URL((await stored?.signedUrl()) ?? '').pathname;
    return { id: body.id, name: basename(body.path, '.png'), path: at };
  };
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    ({ id, name, path } = await add());
  });
  afterAll(() => crier?.stop());

  const get = (at = path, headers: Record<string, string> = {}, method = 'GET'): Promise<Response> =>
    fetch(`${crier.url}${at}`, { method, headers });
  const bytes = async (response: Response): Promise<Buffer> => Buffer.from(await response.arrayBuffer());
  const refused = async (at: string, method = 'GET'): Promise<void> => {
    const answer = await get(at, {}, method);
    const { requestId: _id, ...body } = (await answer.json()) as ErrorBody;
    expect({ status: answer.status, ...body }).toEqual({
      status: 404,
      statusCode: 404,
      error: 'Not Found',
      code: 'upload_not_found',
      message: expect.any(String),
      msg: body.message,
    });
    expect(answer.headers.get('cache-control') ?? '').not.toContain('public');
    expect(body.message).not.toMatch(/signature|expire|delete/i);
  };
  const keys = (): Buffer[] => deriveMediaKeys(loadEncryptionKeys(crier.context.config, { create: false }));
  const signedFor = (ms: number, by = keys(), extension = 'png'): string =>
    `/uploads/${createUrlSigner(by).sign({ id, extension }, new Date(Date.now() + ms))}`;

  it('serves the file to anybody who has it, with its type, for a private cache, without cookies', async () => {
    const response = await get();
    expect(response.status).toBe(200);
    expect(await bytes(response)).toEqual(file);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(file.length),
      'x-content-type-options': 'nosniff',
      'cache-control': 'private',
      'accept-ranges': 'bytes',
    });
    expect(response.headers.get('set-cookie')).toBeNull();
  });

  it('ends like a file, has no query, and is good for some hours', async () => {
    expect(path).toMatch(new RegExp(`^/uploads/signed/${id}/\\d+/med_[\\w-]{43}\\.png$`));
    const leftMs = Number(path.split('/')[4]) * 1000 - Date.now();
    expect([leftMs > 5 * HOUR_MS, leftMs <= 6 * HOUR_MS]).toEqual([true, true]);
  });

  it('reveals the permanent public name of the file neither itself nor in an answer', async () => {
    const { headers } = await get();
    expect(name).toMatch(/^[0-9a-f]{32}$/);
    expect(`${path} ${JSON.stringify([...headers])}`).not.toContain(name);
  });

  it('answers HEAD with the same headers and no body', async () => {
    const response = await get(path, {}, 'HEAD');
    expect([response.status, response.headers.get('content-length'), (await bytes(response)).length]).toEqual(
      [200, String(file.length), 0],
    );
  });

  it('serves a range, and answers 416 to one outside the file', async () => {
    const part = await get(path, { range: 'bytes=4-9' });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 4-9/${file.length}`]);
    expect(await bytes(part)).toEqual(file.subarray(4, 10));
    const outside = await get(path, { range: 'bytes=999999-' });
    expect([outside.status, outside.headers.get('content-range')]).toEqual([416, `bytes */${file.length}`]);
  });

  it('is refused once it has expired, and served until then', async () => {
    expect((await get(signedFor(HOUR_MS))).status).toBe(200);
    await refused(signedFor(-1000));
    expect((await get(signedFor(-1000), {}, 'HEAD')).status).toBe(404);
  });

  it('is refused with another expiry, another file, another ending or another signature', async () => {
    const [, , , , expires = ''] = path.split('/');
    const other = await add();
    await refused(path.replace(expires, String(Number(expires) + 1)));
    await refused(path.replace(id, other.id));
    await refused(path.replace(/png$/, 'mp4'));
    await refused(path.replace(/med_./, (start) => `med_${start.endsWith('A') ? 'B' : 'A'}`));
    await refused(path.replace(/med_[\w-]+/, 'med_'));
    expect((await get(other.path)).status).toBe(200);
  });

  it('is refused with the last character of its signature written in another way', async () => {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const last = /(.)\.png$/.exec(path)?.[1] ?? '';
    // The same bytes: 43 characters have two bits more than the signature.
    const same = alphabet[alphabet.indexOf(last) + 1] ?? '';
    expect(Buffer.from(`${'A'.repeat(42)}${same}`, 'base64url')).toEqual(
      Buffer.from(`${'A'.repeat(42)}${last}`, 'base64url'),
    );
    await refused(path.replace(`${last}.png`, `${same}.png`));
  });

  it('is refused when another instance signed it, and served when an older key of this one did', async () => {
    const [foreign] = deriveMediaKeys(`k1:${Buffer.alloc(32, 7).toString('base64')}`);
    await refused(signedFor(HOUR_MS, foreign && [foreign]));
    const signer = createUrlSigner([foreign ?? Buffer.alloc(32), ...keys()]);
    expect(signer.read(path.slice('/uploads/'.length), new Date())).toBe(id);
  });

  it('is refused for a file that was deleted, even if its bytes are still there', async () => {
    const { id: gone, path: at } = await add();
    expect((await get(at)).status).toBe(200);
    await sql(crier, 'update media set deleted_at = now() where id = $1', [gone]);
    await refused(at);
  });

  it('is logged without its signature, also where it is part of another URL', async () => {
    const signature = /med_([\w-]+)/.exec(path)?.[1];
    const { url } = await crier.startApiProcess();
    expect((await fetch(`${url}${path}`)).status).toBe(200);
    await eventually('the request is logged', () =>
      Promise.resolve(crier.logs().includes(`/uploads/signed/${id}/`)),
    );
    expect(crier.logs()).not.toContain(signature);
    expect(redact(encodeURIComponent(path))).not.toContain(signature);
  });
});
