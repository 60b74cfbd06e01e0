/** Which files uploads may be, and how large. */
import type { MediaFile, VideoFacts } from '../../../providers/_kit/content.ts';

/** The largest accepted picture, in bytes. */
export const MAX_IMAGE_BYTES = 10_485_760;
/** The largest accepted video, in bytes. */
export const MAX_VIDEO_BYTES = 1_073_741_824;
/** The largest accepted document, in bytes. */
export const MAX_DOCUMENT_BYTES = 100_000_000;
/**
 * A few bytes can claim any number of pixels, and every program that shows the picture needs memory for them.
 */
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
  'application/pdf': 'pdf',
};

/** Sides in pixels as shown, duration in milliseconds; null where the file does not contain it. */
export interface Dimensions {
  readonly width: number | null;
  readonly height: number | null;
  readonly durationMs: number | null;
}

/** A file that is accepted. `video`: of a video that can be read; `pages`: of a document. */
export interface DetectedMedia extends Dimensions {
  readonly mime: string;
  readonly extension: string;
  readonly video: VideoFacts | null;
  readonly pages: number | null;
}

const KINDS: Readonly<Record<string, MediaFile['kind']>> = { image: 'image', video: 'video' };

/** The kind of file that people see in a type: a picture, a video or a document. */
export const kindOf = (mime: string): MediaFile['kind'] => KINDS[mime.split('/')[0] ?? ''] ?? 'document';

/** The most bytes that a file of this type may have. */
export function maxBytesOf(mime: string | undefined): number {
  if (mime?.startsWith('video/')) return MAX_VIDEO_BYTES;
  return mime === 'application/pdf' ? MAX_DOCUMENT_BYTES : MAX_IMAGE_BYTES;
}

/** The extension that files of this type get; undefined for a type that is not accepted. */
export const extensionOf = (mime: string): string | undefined => TYPES[mime];

/**
 * The type that files with this extension (`png`, without a dot) have; undefined for one that is never given.
 */
export function mimeOfExtension(extension: string): string | undefined {
  return Object.keys(TYPES).find((mime) => TYPES[mime] === extension);
}
