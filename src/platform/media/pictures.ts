/**
 * The image library, kept within bounds: only the formats that uploads may have, one picture at a time, with
 * one thread, and for a limited time. It works in threads of its own, so the event loop goes on meanwhile.
 */
import type { Sharp, SharpOptions } from 'sharp';
import { MAX_PIXELS } from './detect-media.ts';

/** Longest work on one picture. */
const SECONDS = 30;

/** What reads the formats of uploads; SVG, PDF and others that the library knows stay closed. */
const LOADERS = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Tiff', 'Heif'].map((name) => `VipsForeignLoad${name}`);

/** Opens a stored picture: its first page unless `pages` says otherwise. */
export type OpenPicture = (path: string, options?: Pick<SharpOptions, 'pages'>) => Sharp;

let library: Promise<OpenPicture> | undefined;
let last: Promise<unknown> = Promise.resolve();

/**
 * Runs `work` after all work on pictures that was asked for before, in this process: the memory that pictures
 * need does not grow with the number of requests.
 */
export function withPictures<T>(work: (open: OpenPicture) => Promise<T>): Promise<T> {
  const turn = last.then(async () => work(await (library ??= load())));
  last = turn.catch(() => undefined); // the caller gets the error; the next one in line does not
  return turn;
}

/** Loaded with the first picture: a process that handles none has no room for it. */
async function load(): Promise<OpenPicture> {
  const { default: sharp } = await import('sharp');
  sharp.concurrency(1);
  sharp.cache(false);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: LOADERS });
  return (path, options = {}) =>
    sharp(path, { ...options, limitInputPixels: MAX_PIXELS, sequentialRead: true, failOn: 'error' }).timeout({
      seconds: SECONDS,
    });
}
