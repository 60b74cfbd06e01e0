/**
 * The type of a file, read from its first bytes and its headers alone: nothing is decoded, and the sender's
 * claim does not count. The parsers run only in the process for pictures (picture-process.ts).
 */
import { open } from 'node:fs/promises';
import { fileTypeFromFile } from 'file-type';
import { imageSizeFromFile } from 'image-size/fromFile';
import { ApiError } from '../../errors.ts';
import {
  extensionOf,
  maxBytesOf,
  MAX_PIXELS,
  type DetectedMedia,
  type Dimensions,
} from '../accepted-media.ts';
import { openPicture } from './open-picture.ts';
import { readPages } from './read-pages.ts';
import { readVideoFacts } from './video-facts.ts';
import { sentence } from '../../sentences.ts';

/** The largest value of the columns that hold them. */
const MAX_INT = 2_147_483_647;

/**
 * Looks at a file of `size` bytes.
 *
 * @throws ApiError `unsupported_file` for any other type, `file_too_large` for too many bytes or pixels
 */
export async function detectMedia(file: { path: string; size: number }): Promise<DetectedMedia> {
  const mime = (await fileTypeFromFile(file.path))?.mime;
  const extension = mime && extensionOf(mime);
  if (mime === 'image/apng') throw new ApiError('unsupported_file', sentence('animated_png'));
  if (!mime || !extension) {
    const why = mime ? sentence('file_type_unsupported', { mime }) : sentence('file_type_unknown');
    throw new ApiError('unsupported_file', why);
  }
  assertSize(file.size, mime);
  if (mime === 'application/pdf') {
    const pages = await readPages(file.path);
    return { mime, extension, width: null, height: null, durationMs: null, video: null, pages };
  }
  if (!mime.startsWith('video/')) {
    return { mime, extension, ...storable(await readPixels(file.path)), video: null, pages: null };
  }
  const { video, ...dimensions } = await readVideoFacts(file.path);
  return { mime, extension, ...storable(dimensions), video, pages: null };
}

const BYTE_ORDER_MARK = 'efbbbf';
/** The brand of a sequence (AV1 Image File Format, 5.2), which the image library does not read. */
const ANIMATED_AVIF = 'ftypavis';

/** @throws ApiError `unsupported_file` for a file that nobody could show, although its type is known */
export async function assertShown(path: string): Promise<void> {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(16), 0, 16, 0);
    if (buffer.toString('hex', 0, 3) === BYTE_ORDER_MARK) {
      throw new ApiError('unsupported_file', sentence('byte_order_mark'));
    }
    if (buffer.toString('latin1', 4, 12) === ANIMATED_AVIF) {
      throw new ApiError('unsupported_file', sentence('animated_avif'));
    }
  } finally {
    await file.close();
  }
}

/** @throws ApiError `file_too_large` for more bytes than a file of this type may have */
export function assertSize(size: number, mime: string): void {
  const limit = maxBytesOf(mime);
  if (size <= limit) return;
  throw new ApiError('file_too_large', sentence('file_over_limit_of_type', { size, mime, max: limit }));
}

async function readPixels(path: string): Promise<Dimensions> {
  // A picture without a size, or with a broken header, is kept without its size.
  const found = await imageSizeFromFile(path).catch(() => undefined);
  const [width, height] = [found?.width ?? 0, found?.height ?? 0];
  if (width * height > MAX_PIXELS) {
    throw new ApiError(
      'file_too_large',
      sentence('picture_too_many_pixels', { width, height, max: MAX_PIXELS / 1e6 }),
    );
  }
  // As they are seen: turned by EXIF data, or by a property of the file (AVIF). Only the image library
  // knows both.
  const seen = await openPicture(path)
    .metadata()
    .then(({ autoOrient }) => autoOrient)
    .catch(() => undefined);
  return { width: seen?.width ?? width, height: seen?.height ?? height, durationMs: null };
}

/** A side alone is of no use, and a number that no file can mean is as good as none. */
function storable({ width, height, durationMs }: Dimensions): Dimensions {
  const known = isCount(width) && isCount(height);
  return {
    width: known ? width : null,
    height: known ? height : null,
    durationMs: isCount(durationMs) ? durationMs : null,
  };
}

function isCount(value: number | null): value is number {
  return Number.isInteger(value) && value !== null && value > 0 && value <= MAX_INT;
}
