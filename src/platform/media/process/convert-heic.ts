/** Makes a JPEG of a HEIC picture, which phones take, and which hardly any network or browser shows. */
import { rename, rm, stat, writeFile } from 'node:fs/promises';
import { fileTypeFromFile } from 'file-type';
import sharp from 'sharp';
import { ApiError } from '../../errors.ts';
import { decodeHeic } from './decode-heic.ts';
import { assertSize } from './detect-media.ts';
import { MAX_IMAGE_BYTES } from '../accepted-media.ts';
import { openPicture } from './open-picture.ts';
import { isDiskFull } from '../storage.ts';
import { sentence } from '../../sentences.ts';

/** Brands of HEIF files; AVIF has a type of its own. */
const TYPES: ReadonlySet<string> = new Set(['image/heic', 'image/heif']);
/** Decoding takes about 20 bytes for each pixel. Phones take 12 or 24 million by default. */
const MAX_PIXELS = 30_000_000;
/** What one segment of a JPEG can hold. */
const MAX_PROFILE_BYTES = 65_519;
/** Best first; the next one only if the bytes were too many. */
const QUALITIES = [92, 85, 75];

/**
 * Replaces a received HEIC picture by a JPEG, turned as it is shown and with its colour profile, without
 * anything else that the phone wrote down. Other files stay as they are.
 *
 * @returns the size in bytes of what is at `path` now
 * @throws ApiError `unsupported_file` when the picture cannot be read, `file_too_large`
 */
export async function convertHeic(file: { path: string; size: number }): Promise<number> {
  const mime = (await fileTypeFromFile(file.path))?.mime;
  if (mime === undefined || !TYPES.has(mime)) return file.size;
  assertSize(file.size, mime);
  await convert(file.path);
  return (await stat(file.path)).size;
}

async function convert(path: string): Promise<void> {
  const converted = `${path}.converted`;
  try {
    const facts = await openPicture(path).metadata();
    const pixels = (facts.width ?? 0) * (facts.height ?? 0);
    if (pixels > MAX_PIXELS) throw tooManyPixels(facts);
    const { data, ...size } = await decodeHeic(path, MAX_PIXELS);
    for (const quality of QUALITIES) {
      const jpeg = await sharp(data, { raw: { ...size, channels: 4 } })
        .flatten({ background: '#ffffff' })
        .jpeg({ quality, optimizeCoding: false })
        .toBuffer();
      await writeFile(converted, withProfile(jpeg, facts.icc));
      if (jpeg.length <= MAX_IMAGE_BYTES) break;
    }
    await rename(converted, path);
  } catch (cause) {
    if (cause instanceof ApiError || isDiskFull(cause)) throw cause;
    throw new ApiError('unsupported_file', { ...sentence('heic_unreadable'), cause });
  } finally {
    await rm(converted, { force: true });
  }
}

const tooManyPixels = ({ width = 0, height = 0 }: { width?: number; height?: number }): ApiError =>
  new ApiError(
    'file_too_large',
    sentence('heic_too_many_pixels', { width, height, limit: MAX_PIXELS / 1e6 }),
  );

/**
 * Puts the colour profile into a JPEG that has none (ICC.1:2022, B.4); one that fits no single segment is
 * left out.
 */
function withProfile(jpeg: Buffer, profile: Buffer | undefined): Buffer {
  if (!profile || profile.length > MAX_PROFILE_BYTES) return jpeg;
  const hasJfif = jpeg.readUInt16BE(2) === 0xffe0;
  const at = hasJfif ? 4 + jpeg.readUInt16BE(4) : 2;
  const head = Buffer.from('\xff\xe2\0\0ICC_PROFILE\0\x01\x01', 'latin1');
  head.writeUInt16BE(head.length - 2 + profile.length, 2);
  return Buffer.concat([jpeg.subarray(0, at), head, profile, jpeg.subarray(at)]);
}
