import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomBytes, randomUUID } from 'node:crypto';
import { copyFileSync, createWriteStream, mkdirSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { sql } from '../../test/factories.ts';
import { startInstance, type TestInstance } from '../../test/instance.ts';
import { importOrganization } from './import-organization.ts';
import type { Manifest } from './manifest.ts';
import { writeArchive } from './write-archive.ts';

const MADE = join(import.meta.dirname, '../../platform/media/fixtures/elsewhere');

describe('An export while a post uses a picture for the first time', () => {
  let crier: TestInstance;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
  });
  afterAll(() => crier?.stop());

  /** More than a file that is being written keeps in memory, so the next one is not looked at meanwhile. */
  const LARGE = 2_000_000;
  const folder = (): string => join(crier.context.uploadFolder, '2025/03/05');

  async function store(organization: string, number: number, type: 'mp4' | 'jpg'): Promise<string> {
    const path = `2025/03/05/${String(number).repeat(32)}.${type}`;
    const file = join(crier.context.uploadFolder, path);
    mkdirSync(folder(), { recursive: true });
    if (type === 'mp4') {
      copyFileSync(join(MADE, 'isom.mp4'), file);
      writeFileSync(file, randomBytes(LARGE), { flag: 'a' });
    } else copyFileSync(join(MADE, 'place-6.jpg'), file);
    const id = randomUUID();
    await sql(
      crier,
      `insert into media (id, organization_id, path, name, mime, size, created_at)
      values ($1, $2, $3, $3, $4, $5, now())`,
      [id, organization, path, type === 'mp4' ? 'video/mp4' : 'image/jpeg', statSync(file).size],
    );
    return id;
  }

  /** Does something when the rows are written, and the first file is being. */
  async function exportWith(
    organizationId: string,
    to: string,
    meanwhile: () => Promise<unknown>,
  ): Promise<Manifest> {
    const file = createWriteStream(to);
    let isDone = false;
    const slow = new Writable({
      write(chunk: Buffer, _, done) {
        const isFirst = !isDone && chunk.includes('media/2025');
        isDone ||= isFirst;
        (isFirst ? meanwhile() : Promise.resolve()).then(() => file.write(chunk, done), done);
      },
      final: (done) => void file.end(done),
    });
    return (await writeArchive(crier.context, { organizationId, passphrase: null }, slow)).manifest;
  }

  it('has the picture, cleaned, and it is whole where it is imported', async () => {
    const { id: organization } = await crier.anotherOrganization('Third & Co');
    await store(organization, 1, 'mp4');
    const picture = await store(organization, 2, 'jpg');
    const before = statSync(join(folder(), `${'2'.repeat(32)}.jpg`)).size;
    const archive = join(crier.dataDir, 'meanwhile.zip');
    const manifest = await exportWith(organization, archive, () =>
      crier.context.storage.find(organization, picture),
    );
    const { size } = statSync(join(folder(), `${'2'.repeat(32)}.jpg`));
    expect(size).not.toBe(before);
    expect(manifest.missingFiles).toEqual([]);
    expect(manifest.entries.find(({ name }) => name.endsWith('.jpg'))?.bytes).toBe(size);

    await sql(crier, 'delete from organization where id = $1', [organization]);
    await importOrganization(crier.context, {
      file: archive,
      passphrase: null,
      publish: null,
      dryRun: false,
    });
    const found = await crier.context.storage.find(organization, picture);
    expect(found).toMatchObject({ width: 48, height: 32 });
    expect((await found?.blob())?.size).toBe(found?.size);
  });

  it('names a picture that broke off meanwhile as missing', async () => {
    const { id: organization } = await crier.anotherOrganization('Fourth & Co');
    await store(organization, 3, 'mp4');
    await store(organization, 4, 'jpg');
    const path = `2025/03/05/${'4'.repeat(32)}.jpg`;
    const manifest = await exportWith(organization, join(crier.dataDir, 'broken.zip'), async () =>
      truncateSync(join(crier.context.uploadFolder, path), 100),
    );
    expect(manifest.missingFiles).toEqual([path]);
  });
});
