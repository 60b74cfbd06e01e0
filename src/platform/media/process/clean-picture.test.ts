import { afterAll, describe, expect, it } from '@jest/globals';
import {
  copyFileSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import type { ReceivedFacts } from '../picture-jobs.ts';
import { doJob } from './do-job.ts';

/** Made by another program: make-pictures.py there. Red and green above blue and white, 48 × 32 as seen. */
const MADE = join(import.meta.dirname, '../fixtures/elsewhere');
const folder = mkdtempSync(join(tmpdir(), 'crier-clean-'));
const path = join(folder, 'file');
const COLOURS = { red: [220, 30, 30], green: [30, 160, 40], blue: [30, 60, 220], white: [240, 240, 240] };

/** Receives a file; what is stored is at `path` then. */
async function receive(name: string): Promise<ReceivedFacts> {
  copyFileSync(join(MADE, name), path);
  return (await doJob({ kind: 'receive', file: { path, size: statSync(path).size } })) as ReceivedFacts;
}

/** The colours of the four corners in reading order, as a program shows them that turns nothing. */
async function corners(): Promise<string[]> {
  const { data, info } = await sharp(path)
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const [right, bottom] = [info.width - 6, info.height - 6];
  return [
    [5, 5],
    [right, 5],
    [5, bottom],
    [right, bottom],
  ].map(([x = 0, y = 0]) => {
    const pixel = data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3);
    const isNear = (colour: number[]): boolean => colour.every((c, n) => Math.abs(c - (pixel[n] ?? 0)) < 40);
    return Object.entries(COLOURS).find(([, colour]) => isNear(colour))?.[0] ?? [...pixel].join();
  });
}

const kept = (name: string): boolean => readFileSync(path).equals(readFileSync(join(MADE, name)));
const holds = (text: string): boolean => readFileSync(path).includes(text);

const ORIENTATIONS = [1, 2, 3, 4, 5, 6, 7, 8];

describe('a picture that is received', () => {
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(
    ['jpg', 'png', 'webp', 'avif', 'tiff', 'heic'].flatMap((type) =>
      ORIENTATIONS.map((orientation) => `turned-${orientation}.${type}`),
    ),
  )('is stored upright, with the sides that are seen: %s', async (name) => {
    expect(await receive(name)).toMatchObject({ width: 48, height: 32 });
    expect(await corners()).toEqual(['red', 'green', 'blue', 'white']);
    expect((await sharp(path).metadata()).orientation ?? 1).toBe(1);
  });

  it.each([
    ['turned by its box alone', 'turned-6.avif', 'irot'],
    ['mirrored by its box alone', 'turned-2.avif', 'imir'],
  ])('is %s, as an AVIF is that has nothing in EXIF data: %s', async (_, name, box) => {
    const made = readFileSync(join(MADE, name));
    expect([made.includes(box), (await sharp(made).metadata()).orientation ?? 1]).toEqual([true, 1]);
    expect(await receive(name)).toMatchObject({ width: 48, height: 32 });
    expect(await corners()).toEqual(['red', 'green', 'blue', 'white']);
  });

  it.each([
    ['in tiles as telephones write it', 'tiles-1.heic', ['grid', 'Exif'], [160, 96]],
    ['in tiles, and turned', 'tiles-6.heic', ['grid', 'irot', 'Exif'], [160, 96]],
    ['in tiles, and turned the other way', 'tiles-8.heic', ['grid', 'irot', 'Exif'], [160, 96]],
    ['turned by its box alone', 'box-6.heic', ['irot'], [48, 32]],
    ['turned by EXIF data alone, which no program heeds', 'exif-6.heic', ['Exif'], [48, 32]],
  ])('is a HEIC %s, and upright once it is stored: %s', async (_, name, says, [width, height]) => {
    const made = readFileSync(join(MADE, name));
    expect(['grid', 'irot', 'Exif'].filter((one) => made.includes(one))).toEqual(says);
    expect(await receive(name)).toMatchObject({ mime: 'image/jpeg', width, height });
    expect(await corners()).toEqual(['red', 'green', 'blue', 'white']);
    expect([(await sharp(path).metadata()).orientation, holds('Exif')]).toEqual([undefined, false]);
  });

  it.each(ORIENTATIONS)('is upright, and names no place, when it had orientation %s and one', async (n) => {
    expect(await receive(`place-${n}.jpg`)).toMatchObject({ width: 48, height: 32 });
    expect(await corners()).toEqual(['red', 'green', 'blue', 'white']);
    expect(holds('Exif')).toBe(false);
  });

  it.each(['jpg', 'png', 'webp'])('keeps every byte of a %s that is upright', async (type) => {
    await receive(`turned-1.${type}`);
    expect(kept(`turned-1.${type}`)).toBe(true);
  });

  it.each(['colour-422.jpg', 'palette.png'])('keeps its colours when it is turned: %s', async (name) => {
    // Its pixels are upright, but marked as not: what was left and up is right and up now.
    expect(await receive(name)).toMatchObject({ width: 32, height: 48 });
    expect(await corners()).toEqual(['blue', 'red', 'white', 'green']);
  });

  it.each(['grey.jpg', 'deep.png', 'cmyk.jpg'])('is turned also as %s', async (name) => {
    expect(await receive(name)).toMatchObject({ width: 32, height: 48 });
    expect(await sharp(path).metadata()).toMatchObject({ width: 32, height: 48 });
  });

  it('keeps its colour profile when it is turned', async () => {
    const source = sharp(join(MADE, 'turned-1.png')).withIccProfile('p3').withMetadata({ orientation: 6 });
    await source.jpeg().toFile(join(folder, 'p3.jpg'));
    const { icc } = await sharp(join(folder, 'p3.jpg')).metadata();
    copyFileSync(join(folder, 'p3.jpg'), path);
    await doJob({ kind: 'receive', file: { path, size: statSync(path).size } });
    expect(await sharp(path).metadata()).toMatchObject({ width: 32, height: 48, icc });
    expect(icc?.length).toBeGreaterThan(100);
  });

  it('has no more bytes than before when it is turned', async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
    const made = sharp({ create: { width: 300, height: 200, channels: 3, background: '#000', noise } });
    const { size } = await made.withMetadata({ orientation: 3 }).jpeg({ quality: 87 }).toFile(path);
    await doJob({ kind: 'receive', file: { path, size } });
    expect(statSync(path).size).toBeLessThanOrEqual(size);
  });

  it('goes on moving: the pages of an animation are turned by nobody', async () => {
    expect(await receive('animated.webp')).toMatchObject({ width: 48, height: 32 });
    expect((await sharp(path).metadata()).pages).toBe(2);
    await receive('animated.gif');
    expect(kept('animated.gif')).toBe(true);
    const before = await sharp(join(MADE, 'xmp-animated.webp'), { pages: -1 }).metadata();
    await receive('xmp-animated.webp');
    expect(holds('4711')).toBe(false);
    const { delay, loop, pages } = await sharp(path, { pages: -1 }).metadata();
    expect({ delay, loop, pages }).toEqual({ delay: before.delay, loop: before.loop, pages: 2 });
  });

  it.each([
    'maker-note.jpg',
    'body-serial.jpg',
    'lens-serial.jpg',
    'owner.jpg',
    'artist.jpg',
    'xmp-serial.jpg',
    'body-serial.png',
    'body-serial.webp',
    'body-serial.avif',
    'raw-profile.png',
    'motion.jpg',
    'xmp-serial.png',
    'xmp-serial.webp',
    'xmp-utf16.webp',
    'xmp-serial.avif',
    'xmp-serial.heic',
    'creator.webp',
    'city.avif',
    'target.png',
    'dji.jpg',
    'iptc.jpg',
    'iptc.tiff',
    'author.png',
    'late-author.png',
    'late-serial.png',
    'late-xmp.png',
    'behind.jpg',
    'behind.png',
    'behind.webp',
  ])('reveals neither a camera nor its owner, nor what is behind its end: %s', async (name) => {
    const secrets = ['4711', '4\x007\x001\x001', '4712', 'Ada Lovelace', '+52.5', 'Raw profile', 'xmpmeta'];
    expect(secrets.some((secret) => readFileSync(join(MADE, name)).includes(secret))).toBe(true);
    expect(await receive(name)).toMatchObject({ width: 48, height: 32 });
    expect(secrets.filter(holds)).toEqual([]);
    expect(await corners()).toEqual(['red', 'green', 'blue', 'white']);
  });

  it.each([
    'exposure.jpg',
    'xmp-lens.jpg',
    'headline.jpg',
    'title.png',
    'late-title.png',
    'title.webp',
    'title.avif',
  ])('keeps every byte when it contains only a model, or a title: %s', async (name) => {
    await receive(name);
    expect(kept(name)).toBe(true);
  });

  const receiveBytes = (bytes: Buffer): Promise<unknown> => {
    writeFileSync(path, bytes);
    return doJob({ kind: 'receive', file: { path, size: bytes.length } });
  };

  it.each([
    ...['exposure.jpg', 'title.png', 'title.webp'].map(
      (name) =>
        [
          'has zeros behind its end',
          name,
          (whole: Buffer) => Buffer.concat([whole, Buffer.alloc(100_000)]),
        ] as const,
    ),
    ['lacks the mark of its end', 'animated.gif', (whole: Buffer) => whole.subarray(0, -1)] as const,
  ])('keeps every byte when it only %s: %s', async (_, name, change) => {
    const bytes = change(readFileSync(join(MADE, name)));
    await receiveBytes(bytes);
    expect(readFileSync(path).equals(bytes)).toBe(true);
  });

  it.each(
    [
      'exposure.jpg',
      'cmyk.jpg',
      'grey.jpg',
      'turned-1.jpg',
      'turned-1.png',
      'palette.png',
      'turned-1.webp',
      'turned-1.avif',
      'turned-1.tiff',
      'animated.gif',
    ].flatMap((name) => [
      [name, 'half of it', 0.5],
      [name, 'nine tenths of it', 0.9],
    ]),
  )('is refused with a message when not all of it is there: %s, %s', async (name, _, part) => {
    const whole = readFileSync(join(MADE, String(name)));
    await expect(receiveBytes(whole.subarray(0, whole.length * Number(part)))).rejects.toMatchObject({
      code: 'unsupported_file',
    });
    await receiveBytes(whole);
  });

  it('is refused with the same message when a large one breaks off, of one pass or several', async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
    const made = sharp({ create: { width: 900, height: 700, channels: 3, background: '#000', noise } });
    for (const progressive of [false, true]) {
      const whole = await made.clone().jpeg({ progressive }).toBuffer();
      await receiveBytes(whole);
      await expect(receiveBytes(whole.subarray(0, whole.length * 0.6))).rejects.toMatchObject({
        message:
          'The picture is cut off or damaged: part of it is missing. Upload it again, or save it again first',
      });
    }
  });

  it('is refused with a message when it is on its side and cannot be turned', async () => {
    const name = 'turned-6.jpg';
    const whole = readFileSync(join(MADE, name));
    copyFileSync(join(MADE, name), path);
    truncateSync(path, whole.indexOf(Buffer.from('ffda', 'hex')) + 20);
    await expect(doJob({ kind: 'receive', file: { path, size: 1 } })).rejects.toMatchObject({
      code: 'unsupported_file',
      message:
        'The picture is stored on its side, and is too damaged to be turned. Save it again, and upload that',
    });
  });
});
