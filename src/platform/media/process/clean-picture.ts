/**
 * Makes a received picture fit for others to see: upright, because networks that drop the EXIF data show the
 * picture as it is stored (Bluesky does), and without the place where it was taken and the owner, which
 * cameras write down.
 */
import { readFile, rename, rm, stat } from 'node:fs/promises';
import type { Metadata, Sharp } from 'sharp';
import { ApiError } from '../../errors.ts';
import { maxBytesOf } from '../accepted-media.ts';
import { breaksOff } from './assert-whole.ts';
import { cleanGif } from './clean-gif.ts';
import { hasMore } from './has-more.ts';
import { openPicture } from './open-picture.ts';
import { hasPrivateData } from './private-data.ts';
import { isDiskFull } from '../storage.ts';
import { sentence } from '../../sentences.ts';

/**
 * How a picture that loses by it is written again, best first: the next one only if the bytes were too many.
 */
const QUALITIES = [92, 85, 75];
/** The quality whose picture may have more bytes than what was received; those before it may not. */
const GOOD_QUALITY = 85;

/** Colours at half the width and height. */
const LEAST_COLOUR = '4:2:0';

interface Writer {
  readonly qualities: readonly number[];
  write(picture: Sharp, facts: Metadata, quality: number): Sharp;
}

/** The types that can hold a place or be turned, and how each is written again. */
const WRITERS: Readonly<Record<string, Writer>> = {
  'image/jpeg': {
    qualities: QUALITIES,
    // Better tables for the whole picture would need all of it in memory.
    write: (picture, { chromaSubsampling = LEAST_COLOUR }, quality) =>
      picture.jpeg({
        quality,
        optimizeCoding: false,
        // The library writes only two of those that cameras write.
        chromaSubsampling: chromaSubsampling === LEAST_COLOUR ? LEAST_COLOUR : '4:4:4',
      }),
  },
  'image/png': { qualities: [100], write: (picture) => picture.png() },
  'image/webp': { qualities: QUALITIES, write: (picture, _, quality) => picture.webp({ quality }) },
  'image/avif': {
    qualities: QUALITIES,
    write: (picture, _, quality) => picture.avif({ quality: quality - 20, effort: 2 }),
  },
  'image/tiff': { qualities: [100], write: (picture) => picture.tiff({ compression: 'lzw' }) },
};

/**
 * Cleans a received picture: writes it again if it is stored on its side, contains where, by whom or with
 * whose camera it was taken, or has data behind its end: turned as it is shown and with its colour profile,
 * but without anything else that cameras add. Any other picture keeps every byte, except a TIFF, which may
 * contain these where the library does not look. A GIF only loses what no program shows.
 *
 * @param again also when there is no need
 * @returns the size in bytes of what is at `path` now
 * @throws ApiError `unsupported_file` when a picture must be written again and cannot
 */
export async function cleanPicture(
  file: { path: string; size: number },
  mime: string,
  again = false,
): Promise<number> {
  if (mime === 'image/gif') return cleanGif(file, again);
  const writer = WRITERS[mime];
  if (!writer) {
    if (again) throw tooDamaged(false, 'pictures of this type are never written again');
    return file.size;
  }
  // What the library cannot read is kept as it came, and no network can read it either.
  const facts = await openPicture(file.path)
    .metadata()
    .catch((cause: unknown) => {
      if (again) throw cause;
      return undefined;
    });
  if (!facts) return file.size;
  const isTurned = (facts.orientation ?? 1) > 1;
  const isPrivate = mime === 'image/tiff' || hasPrivateData(facts);
  const isNeeded = again || isTurned || isPrivate;
  if (!isNeeded && !hasMore(await readFile(file.path), mime)) return file.size;
  try {
    await rewrite(file, maxBytesOf(mime), { facts, writer });
  } catch (cause) {
    if (isDiskFull(cause)) throw cause;
    throw isNeeded ? tooDamaged(isPrivate, cause) : breaksOff(cause);
  }
  return (await stat(file.path)).size;
}

async function rewrite(
  { path, size }: { path: string; size: number },
  maxBytes: number,
  { facts, writer }: { readonly facts: Metadata; readonly writer: Writer },
): Promise<void> {
  const rewritten = `${path}.rewritten`;
  try {
    for (const quality of writer.qualities) {
      await writer.write(upright(path, facts), facts, quality).toFile(rewritten);
      const most = quality > GOOD_QUALITY ? Math.min(size, maxBytes) : maxBytes;
      if ((await stat(rewritten)).size <= most) break;
    }
    await rename(rewritten, path);
  } finally {
    await rm(rewritten, { force: true });
  }
}

/**
 * The pages of an animation are turned by no program, so they stay as they are; of a TIFF on its side, only
 * the page that networks show is left.
 */
function upright(path: string, { pages = 1, orientation = 1, format }: Metadata): Sharp {
  const isOne = pages === 1 || (format === 'tiff' && orientation > 1);
  return isOne
    ? openPicture(path).autoOrient().keepIccProfile()
    : openPicture(path, { pages: -1 }).keepIccProfile();
}

const tooDamaged = (isPrivate: boolean, cause: unknown): ApiError =>
  new ApiError('unsupported_file', {
    ...(isPrivate ? sentence('picture_place_not_removable') : sentence('picture_not_turnable')),
    cause,
  });
