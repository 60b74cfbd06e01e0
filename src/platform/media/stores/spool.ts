/**
 * Copies of files from elsewhere on this disk, for what must read a file more than once or at any place.
 */
import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { hashOfFile } from './hash-file.ts';
import { WrongBytes } from './file-store.ts';

/** A thread and its channels use the same copy. */
const USED_AGAIN_MS = 15 * 60_000;
/** Longer than any upload to a network. */
const KEPT_MS = 2 * 3_600_000;

export interface Spool {
  /**
   * A copy on this disk, whole and compared with its hash; it may be read for the next hour.
   *
   * @throws WrongBytes; what `fetch` throws; errors of the disk
   */
  copyOf(
    file: { readonly path: string; readonly size: number; readonly sha256: string | null },
    fetch: () => Promise<Readable>,
  ): Promise<string>;
}

interface Copy {
  readonly file: Promise<string>;
  readonly until: number;
}

/** Copies below `folder`, which is this instance's own. */
export function createSpool(folder: string): Spool {
  const copies = new Map<string, Copy>();
  return {
    copyOf(file, fetch) {
      const key = `${file.path} ${file.size} ${file.sha256 ?? ''}`;
      const known = copies.get(key);
      if (known && known.until > Date.now()) return known.file;
      const made = make(folder, file, fetch);
      copies.set(key, { file: made, until: Date.now() + USED_AGAIN_MS });
      made.catch(() => copies.delete(key));
      for (const [name, { until }] of copies) if (until < Date.now()) copies.delete(name);
      return made;
    },
  };
}

async function make(
  folder: string,
  { path, size, sha256 }: Parameters<Spool['copyOf']>[0],
  fetch: () => Promise<Readable>,
): Promise<string> {
  await mkdir(folder, { recursive: true });
  await removeOld(folder);
  const file = join(folder, randomBytes(16).toString('hex'));
  const half = `${file}.part`;
  try {
    await pipeline(await fetch(), createWriteStream(half, { flags: 'wx' }));
    const isRight = sha256 ? (await hashOfFile(half)) === sha256 : (await stat(half)).size === size;
    if (!isRight) throw new WrongBytes(path);
    await rename(half, file);
    return file;
  } catch (error) {
    await rm(half, { force: true });
    throw error;
  }
}

/** Also those of processes that have ended. */
async function removeOld(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const file = join(folder, name);
    const found = await stat(file).catch(() => null); // another process was faster
    if (found && found.mtimeMs < Date.now() - KEPT_MS) await rm(file, { force: true });
  }
}
