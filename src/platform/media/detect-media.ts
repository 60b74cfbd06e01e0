/**
 * What a file is, read from its first bytes and its headers alone: nothing is decoded, and what the sender
 * says does not count.
 */
import { fileTypeFromFile } from 'file-type';
import { imageSizeFromFile } from 'image-size/fromFile';
import { ApiError } from '../errors.ts';
import { readVideoFacts, type Dimensions } from './video-facts.ts';

/** The largest accepted picture, in bytes. */
export const MAX_IMAGE_BYTES = 10_485_760;
/** The largest accepted video, in bytes. */
export const MAX_VIDEO_BYTES = 1_073_741_824;
/** A few bytes can claim any number of pixels, and whoever shows the picture has to make room for them. */
export const MAX_PIXELS = 100_000_000;
/**
 * Accepted types with the extension that their files get. SVG and HTML can run scripts and are not among
 * them.
 */
const TYPES: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/bmp': 'bmp',
  'image/tiff': 'tiff',
  'video/mp4': 'mp4',
};
/** The largest value of the columns that hold them. */
const MAX_INT = 2_147_483_647;

/** A file that is accepted. */
export interface DetectedMedia extends Dimensions {
  readonly mime: string;
  readonly extension: string;
}

/** How many bytes a file of this type may have. */
export function maxBytesOf(mime: string | undefined): number {
  return mime?.startsWith('video/') ? MAX_VIDEO_BYTES : MAX_IMAGE_BYTES;
}

/**
 * The type that files with this extension (`png`, without a dot) have; undefined for one that is never given.
 */
export function mimeOfExtension(extension: string): string | undefined {
  return Object.keys(TYPES).find((mime) => TYPES[mime] === extension);
}

/**
 * Looks at a file of `size` bytes.
 *
 * @throws ApiError `unsupported_file` for any other type, `file_too_large` for too many bytes or pixels
 */
export async function detectMedia(file: { path: string; size: number }): Promise<DetectedMedia> {
  const mime = (await fileTypeFromFile(file.path))?.mime;
  const extension = mime && TYPES[mime];
  if (!mime || !extension) {
    throw new ApiError('unsupported_file', {
      message: `This file type is not supported${mime ? ` (${mime})` : ''}. Upload JPEG, PNG, GIF, WebP, AVIF, HEIC, BMP, TIFF or MP4`,
    });
  }
  const limit = maxBytesOf(mime);
  if (file.size > limit) {
    throw new ApiError('file_too_large', {
      message: `The file has ${file.size} bytes; ${mime} is limited to ${limit}`,
    });
  }
  const dimensions = storable(
    await (mime.startsWith('video/') ? readVideoFacts(file.path) : readPixels(file.path)),
  );
  return { mime, extension, ...dimensions };
}

async function readPixels(path: string): Promise<Dimensions> {
  // A picture that does not say, or whose header is broken, is kept without its size.
  const found = await imageSizeFromFile(path).catch(() => undefined);
  const [width, height] = [found?.width ?? 0, found?.height ?? 0];
  if (width * height > MAX_PIXELS) {
    throw new ApiError('file_too_large', {
      message: `The picture has ${width} × ${height} pixels; ${MAX_PIXELS / 1e6} million is the limit`,
    });
  }
  // EXIF orientations 5 to 8 are turned by a quarter when the picture is shown.
  const turned = (found?.orientation ?? 1) >= 5;
  return { width: turned ? height : width, height: turned ? width : height, durationMs: null };
}

/** A side alone tells nothing, and a number that no file can mean is as good as none. */
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
