import { afterAll, describe, expect, it } from '@jest/globals';
import {
  copyFileSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { doJob } from './do-job.ts';

/** Made by another program: make-pictures.py there. Red and green above blue and white, 48 × 32. */
const MADE = join(import.meta.dirname, '../fixtures/elsewhere');
const folder = mkdtempSync(join(tmpdir(), 'crier-bmp-'));
const path = join(folder, 'file');

function receive(name: string): Promise<unknown> {
  copyFileSync(join(MADE, name), path);
  return doJob({ kind: 'receive', file: { path, size: statSync(path).size } });
}
const colourAt = async (left: number, top: number): Promise<number[]> => [
  ...(await sharp(path).toColourspace('srgb').extract({ left, top, width: 1, height: 1 }).raw().toBuffer()),
];

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a BMP that is received', () => {
  it.each([
    ['bits-24.bmp', [220, 30, 30]],
    ['bits-32.bmp', [220, 30, 30]],
    ['bits-8.bmp', [220, 30, 30]],
    ['top-down.bmp', [220, 30, 30]],
    ['bits-16.bmp', [216, 28, 24]],
    ['bits-8-grey.bmp', [87, 87, 87]],
  ])('becomes a PNG of the same pixels: %s', async (name, colour) => {
    expect(await receive(name)).toMatchObject({ mime: 'image/png', extension: 'png', width: 48, height: 32 });
    expect(await sharp(path).metadata()).toMatchObject({ format: 'png', hasAlpha: false });
    expect(await colourAt(5, 5)).toEqual(colour);
    expect(await colourAt(42, 26)).toEqual([240, 240, 240]);
  });

  it('becomes a PNG also in black and white', async () => {
    expect(await receive('bits-1.bmp')).toMatchObject({ mime: 'image/png', width: 48, height: 32 });
    expect(await colourAt(42, 26)).toEqual([255, 255, 255]);
  });

  it('is refused with a message when it is compressed, which nobody reads here', async () => {
    await expect(receive('run-length.bmp')).rejects.toMatchObject({
      code: 'unsupported_file',
      message: 'The BMP picture cannot be read. Save it as PNG, and upload that',
    });
    expect(readdirSync(folder)).toEqual(['file']);
  });
});

describe('a picture that no program shows as it is', () => {
  const refused = async (bytes: Uint8Array): Promise<unknown> => {
    writeFileSync(path, bytes);
    return doJob({ kind: 'receive', file: { path, size: bytes.length } }).catch((error: unknown) => error);
  };

  it('is refused when it is an AVIF that moves', async () => {
    await expect(receive('animated.avif')).rejects.toMatchObject({
      code: 'unsupported_file',
      message: expect.stringMatching(/^The picture is an animated AVIF/),
    });
  });

  it.each(['exposure.jpg', 'title.png', 'animated.gif', 'body-serial.webp'])(
    'is refused behind a byte order mark, and taken without: %s',
    async (name) => {
      const bytes = readFileSync(join(MADE, name));
      expect(await refused(Buffer.concat([Buffer.from('\ufeff'), bytes]))).toMatchObject({
        code: 'unsupported_file',
        message: expect.stringMatching(/^The file begins with a byte order mark/),
      });
      expect(await receive(name)).toMatchObject({ width: 48, height: 32 });
    },
  );
});

describe('a PNG that moves', () => {
  it('is refused, with what it is', async () => {
    await expect(receive('animated.png')).rejects.toMatchObject({
      code: 'unsupported_file',
      message: expect.stringMatching(/^The picture is an animated PNG \(APNG\)/),
    });
  });
});
