/** Takes out of an upload where its picture was taken: cameras write it down, and networks may show it. */
import { rename, rm, stat } from 'node:fs/promises';
import type { Metadata, Sharp } from 'sharp';
import { ApiError } from '../../errors.ts';
import { maxBytesOf } from '../accepted-media.ts';
import { hasLocation } from './find-location.ts';
import { openPicture } from './open-picture.ts';
import { isDiskFull } from '../storage.ts';

/** How a picture is written again, best first: the next one only if the bytes were too many. */
const QUALITIES = [92, 85, 75];

type Written = (picture: Sharp, facts: Metadata, quality: number) => Sharp;

/** The types that can hold a place, and how each is written again. */
const WRITERS: Readonly<Record<string, Written>> = {
  // Better tables for the whole picture would need all of it in memory.
  'image/jpeg': (picture, { chromaSubsampling }, quality) =>
    picture.jpeg({ quality, optimizeCoding: false, ...(chromaSubsampling ? { chromaSubsampling } : {}) }),
  'image/png': (picture) => picture.png(),
  'image/webp': (picture, _, quality) => picture.webp({ quality }),
  'image/avif': (picture, _, quality) => picture.avif({ quality: quality - 20, effort: 2 }),
  'image/tiff': (picture) => picture.tiff({ compression: 'lzw' }),
};

/**
 * Writes a received picture again without its location, turned as it is shown and with its colour profile;
 * all else that cameras add goes with it. A picture without a location keeps every byte, except of a TIFF: it
 * may say so where the library does not look.
 *
 * @returns the size in bytes of what is at `path` now
 * @throws ApiError `unsupported_file` when a picture has a location and cannot be written again
 */
export async function stripLocation(file: { path: string; size: number }, mime: string): Promise<number> {
  const write = WRITERS[mime];
  if (!write) return file.size;
  // What the library cannot read is kept as it came, and no network can read where it was taken.
  const facts = await openPicture(file.path)
    .metadata()
    .catch(() => undefined);
  if (!facts || (mime !== 'image/tiff' && !hasLocation(facts))) return file.size;
  const rewritten = `${file.path}.stripped`;
  try {
    for (const quality of QUALITIES) {
      const pages = (facts.pages ?? 1) > 1 ? { pages: -1 } : {};
      const picture = openPicture(file.path, pages).autoOrient().keepIccProfile();
      await write(picture, facts, quality).toFile(rewritten);
      if ((await stat(rewritten)).size <= maxBytesOf(mime)) break;
    }
    await rename(rewritten, file.path);
  } catch (cause) {
    throw cannotStrip(cause);
  } finally {
    await rm(rewritten, { force: true });
  }
  return (await stat(file.path)).size;
}

/** A full disk is the disk's, all else the picture's. */
function cannotStrip(cause: unknown): unknown {
  if (isDiskFull(cause)) return cause;
  return new ApiError('unsupported_file', {
    message:
      'The picture says where it was taken, and is too damaged to be stored without that. Save it again, and upload that',
    cause,
  });
}
