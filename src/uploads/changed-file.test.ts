import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { storedPath } from '../platform/media/storage.ts';
import { png, sql, upload } from '../test/factories.ts';
import { startInstance, type TestInstance } from '../test/instance.ts';

describe('a file of the folder', () => {
  let crier: TestInstance;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
  });
  afterAll(() => crier?.stop());

  const add = async () => {
    const { body } = await upload<{ id: string; path: string }>(crier, png(20, 20));
    const file = await crier.context.storage.find(crier.organizationId, body.id);
    return { id: body.id, file, at: join(crier.context.uploadFolder, storedPath(body.path) ?? '') };
  };
  const change = (at: string): void => {
    const bytes = readFileSync(at);
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
    writeFileSync(at, bytes);
  };
  const damaged = { kind: 'rejected', networkCode: 'media_damaged' };

  it('is sent as it was stored, and neither sent nor fetched once it has changed, though its length is the same', async () => {
    const { file, at } = await add();
    expect((await file?.blob())?.size).toBe(readFileSync(at).length);
    expect(await file?.signedUrl()).toMatch(/\/signed\//);
    change(at);
    await expect(file?.blob()).rejects.toMatchObject(damaged);
    await expect(file?.signedUrl()).rejects.toMatchObject(damaged);
  });

  it('of an older release, which has no hash, is sent as it is', async () => {
    const { id, at } = await add();
    await sql(crier, 'update media set sha256 = null where id = $1', [id]);
    change(at);
    const file = await crier.context.storage.find(crier.organizationId, id);
    expect((await file?.blob())?.size).toBe(readFileSync(at).length);
  });
});
