import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { refusal, upload, type ErrorBody } from '../../test/factories.ts';
import { startInstance, type TestInstance } from '../../test/instance.ts';

/** 64 × 48, left half red, in Display P3, with a place (libheif's own encoder made it). */
const HEIC = readFileSync(join(import.meta.dirname, '../../platform/media/fixtures/photo.heic'));

/** Stored lying, in tiles, 160 × 96 as it is seen (make-pictures.py there). */
const TURNED = readFileSync(
  join(import.meta.dirname, '../../platform/media/fixtures/elsewhere/tiles-6.heic'),
);

/** The first one, with other sides in each box that has them (ISO/IEC 23008-12, 6.5.3). */
function resized(width: number, height: number): Buffer {
  const bytes = Buffer.from(HEIC);
  for (let at = bytes.indexOf('ispe'); at > 0; at = bytes.indexOf('ispe', at + 1)) {
    bytes.writeUInt32BE(width, at + 8);
    bytes.writeUInt32BE(height, at + 12);
  }
  return bytes;
}

describe('a HEIC picture, as phones take them', () => {
  let crier: TestInstance;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
  });
  afterAll(() => crier?.stop());

  const send = (
    bytes: Buffer,
    name = 'IMG_1.HEIC',
  ): ReturnType<typeof upload<ErrorBody & { path: string }>> =>
    upload<ErrorBody & { path: string }>(crier, new Uint8Array(bytes), { name });

  it('is stored as a JPEG with its colours, and without the place', async () => {
    const { status, body } = await send(HEIC);
    expect({ status, path: body.path }).toEqual({ status: 201, path: expect.stringMatching(/\.jpg$/) });
    const stored = await fetch(body.path);
    expect(stored.headers.get('content-type')).toBe('image/jpeg');
    const jpeg = Buffer.from(await stored.arrayBuffer());
    const facts = await sharp(jpeg).metadata();
    expect(facts).toMatchObject({ format: 'jpeg', width: 64, height: 48, hasProfile: true });
    expect(facts.icc).toEqual((await sharp(HEIC).metadata()).icc);
    expect([facts.exif, facts.xmp]).toEqual([undefined, undefined]);
    const [red = 0, , blue = 255] = await sharp(jpeg)
      .extract({ left: 4, top: 4, width: 1, height: 1 })
      .raw()
      .toBuffer();
    expect([red > 180, blue < 90]).toEqual([true, true]);
  });

  it('is stored upright when a box turns it, with the sides that are seen', async () => {
    const { body } = await send(TURNED);
    expect(body).toMatchObject({ type: 'image/jpeg', width: 160, height: 96 });
    const jpeg = Buffer.from(await (await fetch(body.path)).arrayBuffer());
    expect(await sharp(jpeg).metadata()).toMatchObject({ width: 160, height: 96 });
  });

  it('is refused when it is damaged, has too many pixels or too many bytes', async () => {
    const damaged = Buffer.from(HEIC).fill(0, HEIC.length - 600);
    expect(refusal(await send(damaged))).toEqual({ status: 400, code: 'unsupported_file' });
    const tooLarge = await send(resized(8000, 6000));
    expect(refusal(tooLarge)).toEqual({ status: 400, code: 'file_too_large' });
    expect(JSON.stringify(tooLarge.body)).toContain('8000 × 6000 pixels; 30 million is the limit of HEIC');
    const long = Buffer.concat([HEIC, Buffer.alloc(10_485_761 - HEIC.length)]);
    expect(refusal(await send(long))).toEqual({ status: 400, code: 'file_too_large' });
  });
});
