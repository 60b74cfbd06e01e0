import { ApiError } from '../../errors.ts';
import { isDiskFull } from '../storage.ts';
import { openPicture } from './open-picture.ts';
import { sentence } from '../../sentences.ts';

/** To as few pixels: a JPEG is then unpacked at an eighth of its size, and its data is read all the same. */
const SIDE = 16;

/**
 * Reads a picture to its end: one that breaks off is taken by no network, or shown half grey.
 *
 * @throws ApiError `unsupported_file`
 */
export async function assertWhole(path: string, mime: string): Promise<void> {
  if (!mime.startsWith('image/')) return;
  try {
    await openPicture(path, { failOn: 'truncated' }).resize(SIDE, SIDE, { fit: 'inside' }).raw().toBuffer();
  } catch (cause) {
    if (isDiskFull(cause)) throw cause;
    throw breaksOff(cause);
  }
}

/** The error about a picture of which a part is missing. */
export const breaksOff = (cause?: unknown): ApiError =>
  new ApiError('unsupported_file', { ...sentence('picture_breaks_off'), cause });
