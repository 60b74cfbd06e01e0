import { afterAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp, { type Metadata } from 'sharp';
import { checkFile } from '../../../../providers/_kit/check-content.ts';
import type { MediaRules } from '../../../../providers/_kit/contract.ts';
import { instagramRules } from '../../../../providers/instagram/rules.ts';
import { NO_MEDIA } from '../../../../providers/_kit/media-rules.ts';
import { animation, bytesOf, picture } from '../fixtures/picture.ts';
import { fitPicture } from './fit-picture.ts';
import { shapeFor, type Ratio } from '../fit-shape.ts';

const folder = mkdtempSync(join(tmpdir(), 'crier-fit-'));
const instagram = instagramRules.media;
let count = 0;

/** The result made of a picture, and the type that it had. */
interface Made {
  readonly facts: Metadata;
  readonly size: number;
  readonly path: string;
}

async function fit(
  bytes: Uint8Array,
  {
    rules = instagram,
    ratio = 'keep',
    mime = 'image/jpeg',
  }: { rules?: MediaRules; ratio?: Ratio; mime?: string },
): Promise<Made> {
  const [from, path] = [join(folder, `${++count}`), join(folder, `${count}.fitted`)];
  writeFileSync(from, bytes);
  const { size } = await fitPicture({ path: from, mime }, path, { name: 'Instagram', rules, ratio });
  const facts = await sharp(path).metadata();
  const { width, height, format } = facts;
  const fitted = { kind: 'image', mime: `image/${format}`, size, width, height, fileName: 'fitted' } as const;
  expect(checkFile(rules, fitted)).toEqual([]);
  return { facts, size, path };
}

const colourAt = async (path: string, left: number, top: number): Promise<number[]> => [
  ...(await sharp(path).extract({ left, top, width: 1, height: 1 }).raw().toBuffer()),
];
const isWhite = ([r = 0, g = 0, b = 0]: number[]): boolean => Math.min(r, g, b) > 240;
const isRed = ([r = 0, g = 0, b = 0]: number[]): boolean => r > 200 && Math.max(g, b) < 60;

describe('a picture that is fitted to a network', () => {
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('is turned as it is shown, and reveals neither where nor with what it was taken', async () => {
    const bytes = await bytesOf(
      (await picture({ width: 600, height: 500, orientation: 6, gps: true })).jpeg(),
    );
    expect((await sharp(bytes).metadata()).exif?.length).toBeGreaterThan(100);
    const { facts, path } = await fit(bytes, {});
    expect(facts).toMatchObject({ width: 500, height: 600, format: 'jpeg' });
    expect([facts.exif, facts.xmp, facts.iptc, facts.orientation]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    // Turned to the right, its left half is above.
    expect(isRed(await colourAt(path, 250, 30))).toBe(true);
    expect(isRed(await colourAt(path, 30, 550))).toBe(false);
  });

  it('has no more pixels than an upload may, however narrow the picture that gets bars is', () => {
    const limits = { name: 'X', bounds: { minAspect: 0.8 }, ratio: 'pad' } as const;
    const sides = [
      [20, 40_000],
      [1, 60_000],
      [3001, 33_333],
    ].map(([width = 0, height = 0]) => ({ width, height }));
    const made = sides.map((one) => shapeFor(one, limits)(1)?.outer ?? { width: 0, height: 0 });
    const pixels = made.map(({ width, height }) => width * height);
    expect(pixels.filter((many) => many > 100_000_000 || many < 95_000_000)).toEqual([]);
    for (const { width, height } of made) expect(width / height).toBeCloseTo(0.8, 2);
  });

  it.each([
    ['png', 'image/png'],
    ['webp', 'image/webp'],
    ['avif', 'image/avif'],
    ['tiff', 'image/tiff'],
  ] as const)(
    'becomes a JPEG where the network takes no %s, with white where it was clear',
    async (type, mime) => {
      const made = await picture({ width: 300, height: 300, alpha: true });
      const { facts, path } = await fit(
        await bytesOf(type === 'tiff' ? made.tiff({ compression: 'lzw' }) : made.toFormat(type)),
        { mime },
      );
      expect(facts).toMatchObject({ format: 'jpeg', width: 300, height: 300, hasAlpha: false });
      const [r = 0, g = 0] = await colourAt(path, 20, 150);
      expect([r > 240, g > 110 && g < 145]).toEqual([true, true]);
    },
  );

  it('keeps its own type, and what is clear in it, where the network takes them', async () => {
    const rules = { ...instagram, imageTypes: ['image/jpeg', 'image/png'], image: { maxWidth: 100 } };
    const bytes = await bytesOf((await picture({ width: 300, height: 300, alpha: true })).png());
    const { facts } = await fit(bytes, { rules, mime: 'image/png' });
    expect(facts).toMatchObject({ format: 'png', hasAlpha: true, width: 100, height: 100 });
  });

  it('is scaled down to the sides that are allowed, and never up', async () => {
    const rules = { ...instagram, image: { minWidth: 320, maxWidth: 500, maxHeight: 200 } };
    const large = await bytesOf((await picture({ width: 1200, height: 400 })).jpeg());
    expect((await fit(large, { rules })).facts).toMatchObject({ width: 500, height: 166 });
    const few = { ...rules, image: { maxPixels: 30_000 } };
    expect((await fit(large, { rules: few })).facts).toMatchObject({ width: 300, height: 100 });
    const small = await bytesOf((await picture({ width: 200, height: 100 })).jpeg());
    await expect(fit(small, { rules })).rejects.toMatchObject({
      issue: {
        path: 'id',
        message:
          'is 200 × 100 pixels at most; Instagram needs at least 320 × 1, and a picture is never enlarged. Choose a larger one',
      },
    });
    expect((await fit(small, { rules: { ...rules, image: { maxWidth: 500 } } })).facts.width).toBe(200);
  });

  it.each([
    ['tall', { width: 301, height: 997 }, 'needs at least 0.8'],
    ['wide', { width: 997, height: 301 }, 'allows 1.91 at most'],
  ] as const)('gets another shape only when asked: a %s one', async (_, sides, message) => {
    const bytes = await bytesOf((await picture(sides)).jpeg());
    await expect(fit(bytes, {})).rejects.toMatchObject({
      issue: { path: 'ratio', message: expect.stringContaining(message) },
    });
    const padded = await fit(bytes, { ratio: 'pad' });
    const { width, height } = padded.facts;
    expect([Math.min(width, 301) + Math.min(height, 301), width >= sides.width]).toEqual([602, true]);
    expect(Math.max(width - sides.width, height - sides.height)).toBeGreaterThan(200);
    expect(isWhite(await colourAt(padded.path, 0, 0))).toBe(true);
    expect(isWhite(await colourAt(padded.path, width - 1, height - 1))).toBe(true);
    expect(isRed(await colourAt(padded.path, Math.floor(width / 2) - 20, Math.floor(height / 2)))).toBe(true);
    const cropped = await fit(bytes, { ratio: 'crop' });
    expect(cropped.facts.width * cropped.facts.height).toBeLessThan(301 * 997);
    expect(isWhite(await colourAt(cropped.path, 0, 0))).toBe(false);
    // The middle stays.
    const middle = Math.floor(cropped.facts.height / 2);
    expect(isRed(await colourAt(cropped.path, Math.floor(cropped.facts.width / 2) - 20, middle))).toBe(true);
  });

  it('loses quality and then pixels until its bytes fit, and is refused when that does not help', async () => {
    const bytes = await bytesOf((await picture({ width: 1000, height: 1000 })).jpeg({ quality: 100 }));
    const kept = await fit(bytes, { rules: { ...instagram, maxImageBytes: 400_000 } });
    expect(kept.facts.width).toBe(1000);
    const smaller = await fit(bytes, { rules: { ...instagram, maxImageBytes: 60_000 } });
    expect(smaller.facts.width).toBeLessThan(1000);
    await expect(fit(bytes, { rules: { ...instagram, maxImageBytes: 900 } })).rejects.toMatchObject({
      issue: {
        path: 'id',
        message: expect.stringMatching(/^is still [\d.]+ .?B .*Instagram allows 900 bytes\./),
      },
    });
  });

  it('stays a PNG while it can, and becomes a JPEG rather than a small PNG', async () => {
    const bytes = await bytesOf((await picture({ width: 400, height: 400 })).png());
    const rules = { ...instagram, imageTypes: ['image/png'], maxImageBytes: 60_000 };
    const png = await fit(bytes, { rules, mime: 'image/png' });
    expect([png.facts.format, png.facts.width < 400]).toEqual(['png', true]);
    const both = { ...rules, imageTypes: ['image/png', 'image/jpeg'] };
    expect((await fit(bytes, { rules: both, mime: 'image/png' })).facts).toMatchObject({
      format: 'jpeg',
      width: 400,
    });
  });

  it.each([
    ['an animated GIF', 'image/gif', () => animation('gif'), 'is animated'],
    ['an animated WebP', 'image/webp', () => animation('webp'), 'is animated'],
    ['what is no picture', 'image/jpeg', () => Promise.resolve(Buffer.from('no picture')), 'is damaged'],
    ['a drawing that runs scripts', 'image/png', () => Promise.resolve(Buffer.from(SVG)), 'is damaged'],
    [
      'a picture that breaks off',
      'image/jpeg',
      async () => (await bytesOf((await picture({ width: 300, height: 300 })).jpeg())).subarray(0, 4000),
      'is damaged',
    ],
    ['more pixels than an upload may have', 'image/png', () => Promise.resolve(BOMB), 'is damaged'],
  ])('is not %s, which is refused with a message', async (_, mime, make, message) => {
    await expect(fit(await make(), { mime })).rejects.toMatchObject({
      issue: { path: 'id', message: expect.stringContaining(message) },
    });
  });

  it('needs a network that takes pictures', async () => {
    const bytes = await bytesOf((await picture({ width: 30, height: 30 })).jpeg());
    await expect(fit(bytes, { rules: NO_MEDIA })).rejects.toMatchObject({ issue: { path: 'for' } });
  });
});

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20"><script>1</script></svg>';
/** Its header claims 60,000 × 60,000 pixels. */
const BOMB = Buffer.from('89504e470d0a1a0a0000000d494844520000ea600000ea60080000000', 'hex');
