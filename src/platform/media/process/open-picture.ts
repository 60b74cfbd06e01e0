/**
 * The image library, kept within bounds: only the formats that uploads may have, with one thread, and for a
 * limited time.
 */
import sharp, { type Sharp, type SharpOptions } from 'sharp';
import { MAX_PIXELS } from '../accepted-media.ts';

/** Longest work on one picture. */
const SECONDS = 30;

/** What reads the formats of uploads; SVG, PDF and others that the library knows stay closed. */
const LOADERS = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Tiff', 'Heif'].map((name) => `VipsForeignLoad${name}`);

sharp.concurrency(1);
sharp.cache(false);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: LOADERS });

/** Opens a stored picture: its first page, or those in `pages`. */
export function openPicture(path: string, options: Pick<SharpOptions, 'pages' | 'failOn'> = {}): Sharp {
  return sharp(path, {
    failOn: 'error',
    ...options,
    limitInputPixels: MAX_PIXELS,
    sequentialRead: true,
  }).timeout({ seconds: SECONDS });
}
