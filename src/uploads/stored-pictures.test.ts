import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { linkSync, mkdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { randomBytes, randomUUID } from 'node:crypto';
import { dirname, extname, join } from 'node:path';
import sharp from 'sharp';
import { mimeOfExtension } from '../platform/media/accepted-media.ts';
import { buildPost, createOne, sql } from '../test/factories.ts';
import { startInstance, type TestInstance } from '../test/instance.ts';

/** Made by another program: make-pictures.py there. 48 × 32 as seen. */
const MADE = join(import.meta.dirname, '../platform/media/fixtures/elsewhere');
const SECRETS = ['4711', '4712', 'Ada Lovelace', '+52.5', 'Raw profile'];

describe('a picture that was stored before pictures were turned upright', () => {
  let crier: TestInstance;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
  });
  afterAll(() => crier?.stop());

  interface Stored {
    readonly id: string;
    readonly file: string;
    readonly url: string;
  }

  /** As an older release stored it, a migration linked it or an archive brought it. */
  async function store(name: string, bytes = readFileSync(join(MADE, name))): Promise<Stored> {
    const id = randomUUID();
    const path = `2025/03/05/${randomBytes(16).toString('hex')}${extname(name)}`;
    const file = join(crier.context.uploadFolder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, bytes);
    await sql(
      crier,
      `insert into media (id, organization_id, path, name, mime, size, width, height, created_at)
      values ($1, $2, $3, $4, $5, $6, 32, 48, now())`,
      [id, crier.organizationId, path, name, mimeOfExtension(extname(name).slice(1)), bytes.length],
    );
    return { id, file, url: `${crier.url}/uploads/${path}` };
  }
  const find = ({ id }: Stored) => crier.context.storage.find(crier.organizationId, id);
  const holds = ({ file }: Stored): string[] =>
    [...SECRETS, ...(file.endsWith('.jpg') ? ['Exif'] : [])].filter((secret) =>
      readFileSync(file).includes(secret),
    );

  it.each([
    'turned-6.jpg',
    'turned-5.png',
    'turned-8.webp',
    'turned-6.avif',
    'turned-7.tiff',
    'place-3.jpg',
    'owner.jpg',
    'body-serial.png',
    'motion.jpg',
    'comment.gif',
  ])('is upright, has the sides that are seen, and reveals nothing, once it is used: %s', async (name) => {
    const stored = await store(name);
    const found = await find(stored);
    expect(found).toMatchObject({ width: 48, height: 32, size: statSync(stored.file).size });
    expect(await sharp(stored.file).metadata()).toMatchObject({ width: 48, height: 32 });
    expect((await sharp(stored.file).metadata()).orientation ?? 1).toBe(1);
    expect(holds(stored)).toEqual([]);
    expect((await found?.blob())?.size).toBe(found?.size);
  });

  it('is treated when a post is created with it, so that what is checked is what is sent', async () => {
    const stored = await store('place-6.jpg');
    const channel = (await crier.connect('sandbox')).id;
    const post = buildPost(channel);
    const value = [{ content: 'Seen', image: [{ id: stored.id, path: stored.url }] }];
    await createOne(crier, { ...post, posts: [{ ...(post.posts as object[])[0], value }] });
    expect(holds(stored)).toEqual([]);
    expect(await sql(crier, 'select width, height, size::int from media where id = $1', [stored.id])).toEqual(
      [{ width: 48, height: 32, size: statSync(stored.file).size }],
    );
  });

  it('is treated once, also by several at once, and what the previous instance keeps of it stays as it was', async () => {
    const stored = await store('place-6.jpg');
    const before = readFileSync(stored.file);
    linkSync(stored.file, `${stored.file}.of-another`);
    const found = await Promise.all(Array.from({ length: 5 }, () => find(stored)));
    expect(new Set(found.map((file) => file?.size))).toEqual(new Set([statSync(stored.file).size]));
    const { ino } = statSync(stored.file);
    await find(stored);
    expect(statSync(stored.file).ino).toBe(ino);
    expect(readFileSync(`${stored.file}.of-another`).equals(before)).toBe(true);
  });

  it('keeps every byte when it is upright and private to nobody', async () => {
    const stored = await store('exposure.jpg');
    const { ino } = statSync(stored.file);
    expect(await find(stored)).toMatchObject({ width: 48, height: 32 });
    expect(readFileSync(stored.file).equals(readFileSync(join(MADE, 'exposure.jpg')))).toBe(true);
    await find(stored);
    expect(statSync(stored.file).ino).toBe(ino);
  });

  it.each(['place-6.jpg', 'comment.gif'])(
    'is found again when its row is of before, as after a backup or a crash of that moment: %s',
    async (name) => {
      const stored = await store(name);
      const { size } = statSync(stored.file);
      await find(stored);
      await sql(crier, 'update media set cleaned_at = null, size = $2 where id = $1', [stored.id, size]);
      expect(await find(stored)).toMatchObject({ width: 48, height: 32, size: statSync(stored.file).size });
      expect(
        await sql(crier, 'select 1 from media where id = $1 and cleaned_at is null', [stored.id]),
      ).toEqual([]);
    },
  );

  it.each(['place-6.jpg', 'comment.gif'])(
    'is cleaned again when its file is of before, as in a copy of the folder that is older than the rows: %s',
    async (name) => {
      const stored = await store(name);
      await find(stored);
      writeFileSync(stored.file, readFileSync(join(MADE, name)));
      expect(await find(stored)).toMatchObject({ width: 48, height: 32, size: statSync(stored.file).size });
      expect(holds(stored)).toEqual([]);
    },
  );

  it('is gone when it breaks off after it was cleaned', async () => {
    const stored = await store('place-6.jpg');
    await find(stored);
    truncateSync(stored.file, statSync(stored.file).size - 30);
    expect(await find(stored)).toBeUndefined();
  });

  it('is gone when another picture is in its place, and found when more follows its end', async () => {
    const stored = await store('place-6.jpg');
    await find(stored);
    const cleaned = readFileSync(stored.file);
    const other = { width: 48, height: 32, channels: 3, background: 'teal' } as const;
    writeFileSync(stored.file, await sharp({ create: other }).jpeg().toBuffer());
    expect(await find(stored)).toBeUndefined();
    writeFileSync(stored.file, Buffer.concat([cleaned, Buffer.from('x')]));
    expect(await find(stored)).toMatchObject({ width: 48, height: 32, size: cleaned.length });
    expect(readFileSync(stored.file).equals(cleaned)).toBe(true);
  });

  it.each([
    ['half of it is left', ({ file }: Stored) => truncateSync(file, statSync(file).size >> 1)],
    ['its end is missing', ({ file }: Stored) => truncateSync(file, statSync(file).size - 30)],
    ['it is empty', ({ file }: Stored) => truncateSync(file, 0)],
    ['it is away', ({ file }: Stored) => rmSync(file)],
  ])('is gone, and not taken for another one, when %s', async (_, break_) => {
    const stored = await store('exposure.jpg');
    break_(stored);
    expect(await find(stored)).toBeUndefined();
  });

  it('stays as it came when it is too damaged to be turned: a post that was accepted with it is published', async () => {
    const whole = readFileSync(join(MADE, 'turned-6.jpg'));
    const bytes = whole.subarray(0, whole.indexOf(Buffer.from('ffda', 'hex')) + 20);
    const stored = await store('turned-6.jpg', bytes);
    expect(await find(stored)).toMatchObject({ size: bytes.length });
    expect(readFileSync(stored.file).equals(bytes)).toBe(true);
  });
});
