import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp, { type Metadata } from 'sharp';
import {
  SMALL_FILES,
  UNKNOWN_ID,
  countRows,
  refusal,
  sql,
  upload,
  type ErrorBody,
} from '../../test/factories.ts';
import { insertChannel } from '../../test/insert-channel.ts';
import { startInstance, type Answer, type TestInstance } from '../../test/instance.ts';
import { addPerson } from '../../test/person.ts';
import { animation, bytesOf, picture, type PictureOptions } from '../../platform/media/fixtures/picture.ts';

interface Uploaded {
  readonly id: string;
  readonly path: string;
  readonly alt: string | null;
  readonly type: string;
  readonly size: number;
  readonly width: number;
  readonly height: number;
}

/** 52/1 30/1, as the library writes them (TIFF 6.0, RATIONAL). */
const LATITUDE = Buffer.from('34000000010000001e00000001000000', 'hex');

describe('a picture of the library', () => {
  let crier: TestInstance;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
  });
  afterAll(() => crier?.stop());

  const add = async (options: PictureOptions, type: 'jpeg' | 'png' | 'webp' = 'jpeg'): Promise<Uploaded> =>
    (
      await upload<Uploaded>(crier, await bytesOf((await picture(options)).toFormat(type)), {
        name: `menu.${type}`,
      })
    ).body;
  const fit = (
    id: string,
    body: object,
    { key = crier.apiKey, idempotencyKey }: { key?: string; idempotencyKey?: string } = {},
  ): Promise<Answer<Uploaded & ErrorBody>> =>
    crier.call('POST', `/media/${id}/fit`, {
      body,
      key,
      ...(idempotencyKey ? { headers: { 'idempotency-key': idempotencyKey } } : {}),
    });
  const stored = (path: string): string => join(crier.context.uploadFolder, path.split('/uploads/')[1] ?? '');
  const factsOf = ({ path }: Uploaded): Promise<Metadata> => sharp(stored(path)).metadata();
  const filesLeft = (): string[] =>
    readdirSync(crier.context.uploadFolder, { recursive: true }).map(String).toSorted();

  it('is fitted to a network as one more upload, which has its alternative text', async () => {
    const original = await add({ width: 500, height: 400, alpha: true }, 'png');
    await sql(crier, "update media set alt = 'The menu' where id = $1", [original.id]);
    const before = readFileSync(stored(original.path));
    const { status, body } = await fit(original.id, { for: 'instagram' });
    expect([status, body]).toEqual([
      201,
      expect.objectContaining({ type: 'image/jpeg', width: 500, height: 400, alt: 'The menu' }),
    ]);
    expect(body.id).not.toBe(original.id);
    expect((await factsOf(body)).format).toBe('jpeg');
    expect(
      await sql(crier, 'select alt, original_name as name, size::int from media where id = $1', [body.id]),
    ).toEqual([{ alt: 'The menu', name: 'menu, for Instagram (Facebook Business)', size: body.size }]);
    expect(readFileSync(stored(original.path)).equals(before)).toBe(true);
  });

  it('is fitted to the limits that a channel and the settings of a post have', async () => {
    const channel = await insertChannel(crier, 'instagram');
    const tall = await add({ width: 200, height: 600 }, 'png');
    expect(await fit(tall.id, { for: channel })).toMatchObject({
      status: 400,
      body: {
        code: 'cannot_fit',
        issues: [{ path: 'ratio', message: expect.stringContaining('"pad" or "crop"') }],
      },
    });
    expect((await fit(tall.id, { for: channel, ratio: 'pad' })).body).toMatchObject({
      width: 480,
      height: 600,
    });
    expect((await fit(tall.id, { for: channel, ratio: 'crop' })).body).toMatchObject({
      width: 200,
      height: 250,
    });
    const story = await fit(tall.id, { for: channel, settings: { post_type: 'story' } });
    expect(story.body).toMatchObject({ width: 200, height: 600, type: 'image/jpeg' });
    await sql(crier, 'delete from integration where id = $1', [channel]);
  });

  it('is answered itself where the network takes it, and nothing is stored', async () => {
    const fine = await add({ width: 500, height: 500 });
    const before = await countRows(crier, 'media');
    expect((await fit(fine.id, { for: 'instagram' })).body).toEqual(fine);
    expect(await countRows(crier, 'media')).toBe(before);
  });

  it('is fitted once for an Idempotency-Key', async () => {
    const { id } = await add({ width: 300, height: 300 }, 'webp');
    const answers = [];
    for (let n = 0; n < 2; n++) {
      answers.push(await fit(id, { for: 'instagram' }, { idempotencyKey: 'fit-1' }));
    }
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(answers[1]?.body).toEqual(answers[0]?.body);
  });

  it('is refused with the field that is in the way, and nothing is stored', async () => {
    const small = await add({ width: 40, height: 40 }, 'png');
    const gif = (await upload<Uploaded>(crier, await animation('gif'))).body;
    const video = (await upload<Uploaded>(crier, SMALL_FILES.mp4?.bytes ?? new Uint8Array())).body;
    const rows = await countRows(crier, 'media');
    const files = filesLeft();
    for (const [id, target, path] of [
      [gif.id, 'instagram', 'id'],
      [video.id, 'instagram', 'id'],
      [small.id, 'youtube', 'for'],
      [small.id, 'nowhere', 'for'],
    ] as const) {
      expect(refusal(await fit(id, { for: target }))).toEqual({
        status: 400,
        code: 'cannot_fit',
        paths: [path],
      });
    }
    expect(refusal(await fit(small.id, { for: 'instagram', ratio: 'stretch' }))).toMatchObject({
      paths: ['ratio'],
    });
    expect(refusal(await fit(small.id, {}))).toMatchObject({ status: 400, code: 'invalid_request' });
    expect(refusal(await fit(small.id, { for: UNKNOWN_ID }))).toEqual({
      status: 404,
      code: 'integration_not_found',
    });
    expect(refusal(await fit(UNKNOWN_ID, { for: 'x' }))).toEqual({ status: 404, code: 'media_not_found' });
    const ben = await crier.anotherOrganization();
    const theirs = (await crier.connect('sandbox', {}, ben.id)).id;
    expect(refusal(await fit(small.id, { for: theirs }))).toEqual({ status: 403, code: 'foreign_resource' });
    expect([await countRows(crier, 'media'), filesLeft()]).toEqual([rows, files]);
  });

  it('is fitted from a session too, while the API answers others', async () => {
    const ada = await addPerson(crier, { role: 'member' });
    const { id } = await add({ width: 2500, height: 2500 }, 'png');
    const order: string[] = [];
    await Promise.all([
      ada
        .call('POST', `/media/${id}/fit`, { body: { for: 'instagram' } })
        .then(({ status }) => order.push(`fit ${status}`)),
      ada.call('GET', '/user/self').then(() => order.push('answer')),
    ]);
    expect(order).toEqual(['answer', 'fit 201']);
  });
});

describe('an upload', () => {
  let crier: TestInstance;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
  });
  afterAll(() => crier?.stop());

  const fileOf = ({ path }: Uploaded): string =>
    join(crier.context.uploadFolder, path.split('/uploads/')[1] ?? '');

  it.each(['jpeg', 'png', 'webp', 'avif'] as const)(
    'of the type %s no longer reveals where it was taken, once it is stored',
    async (type) => {
      const bytes = await bytesOf((await picture({ width: 300, height: 200, gps: true })).toFormat(type));
      expect((await sharp(bytes).metadata()).exif?.includes(LATITUDE)).toBe(true);
      const { status, body } = await upload<Uploaded>(crier, bytes);
      expect([status, body]).toEqual([201, expect.objectContaining({ width: 300, height: 200 })]);
      const kept = readFileSync(fileOf(body));
      expect(kept.byteLength).toBe(body.size);
      const { exif, width, format } = await sharp(kept).metadata();
      expect([width, format]).toEqual([300, type === 'avif' ? 'heif' : type]);
      expect(exif?.includes(LATITUDE) ?? false).toBe(false);
      expect(kept.includes('Camera')).toBe(false);
      // What a network fetches is the same file.
      const served = new Uint8Array(await (await fetch(body.path)).arrayBuffer());
      expect(Buffer.from(served).equals(kept)).toBe(true);
    },
  );

  it('stands upright when its place is taken out', async () => {
    const made = await picture({ width: 300, height: 200, gps: true, orientation: 6 });
    const { body } = await upload<Uploaded>(crier, await bytesOf(made.jpeg()));
    expect(body).toMatchObject({ width: 200, height: 300 });
    const { width, height, orientation = 1 } = await sharp(fileOf(body)).metadata();
    expect([width, height, orientation]).toEqual([200, 300, 1]);
  });

  it('loses a place that an editor wrote as XMP', async () => {
    const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:GPSLatitude="52,30N"/></rdf:RDF></x:xmpmeta>`;
    const bytes = await bytesOf((await picture({ width: 30, height: 20 })).jpeg().withXmp(xmp));
    expect(Buffer.from(bytes).includes('GPSLatitude')).toBe(true);
    const { body } = await upload<Uploaded>(crier, bytes);
    expect(readFileSync(fileOf(body)).includes('GPSLatitude')).toBe(false);
  });

  it('as TIFF is always written again: a place can be where the library does not look', async () => {
    const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/">Camera</x:xmpmeta>`;
    const made = (await picture({ width: 30, height: 20 })).tiff({ compression: 'lzw' });
    const bytes = await bytesOf(made.withXmp(xmp));
    expect(Buffer.from(bytes).includes('Camera')).toBe(true);
    const { body } = await upload<Uploaded>(crier, bytes);
    const kept = readFileSync(fileOf(body));
    expect([body.type, body.width, kept.includes('Camera')]).toEqual(['image/tiff', 30, false]);
    expect(await sharp(kept).raw().toBuffer()).toEqual(await sharp(bytes).raw().toBuffer());
  });

  it('without a place keeps every byte', async () => {
    const made = await picture({ width: 300, height: 200 });
    const bytes = await bytesOf(made.jpeg().withExif({ IFD0: { Make: 'Camera' } }));
    const { body } = await upload<Uploaded>(crier, bytes);
    expect(readFileSync(fileOf(body)).equals(Buffer.from(bytes))).toBe(true);
  });

  it('with a place is refused when it is too damaged to be stored without it', async () => {
    const bytes = await bytesOf((await picture({ width: 300, height: 200, gps: true })).jpeg());
    const before = await countRows(crier, 'media');
    expect(refusal(await upload(crier, bytes.slice(0, 6000)))).toEqual({
      status: 400,
      code: 'unsupported_file',
    });
    expect(await countRows(crier, 'media')).toBe(before);
  });
});
