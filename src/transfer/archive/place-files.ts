/**
 * The files of an archive: unpacked into a folder of their own and looked at, then moved to where their rows
 * name them.
 */
import { createReadStream, createWriteStream } from 'node:fs';
import { link, mkdir, rename, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ApiError } from '../../platform/errors.ts';
import { pictures } from '../../platform/media/pictures.ts';
import { ArchiveError } from './archive-error.ts';
import { HashStream } from './hash-stream.ts';
import { MEDIA, type EntryFacts } from './manifest.ts';
import type { OpenArchive } from './open-archive.ts';

/** The facts about a file in its rows. */
export interface FileFacts {
  readonly mime: string;
  readonly size: number;
}

export const fileEntries = ({ manifest }: OpenArchive): EntryFacts[] =>
  manifest.entries.filter(({ name }) => name.startsWith(MEDIA));

/** @throws ArchiveError `disk_too_small` before a byte is written */
export async function assertRoom(archive: OpenArchive, folder: string): Promise<void> {
  const needed = fileEntries(archive).reduce((sum, { bytes }) => sum + bytes, 0);
  await mkdir(folder, { recursive: true });
  const { bavail, bsize } = await statfs(folder);
  if (needed <= bavail * bsize) return;
  throw new ArchiveError(
    'disk_too_small',
    `The files of the archive need ${megabytes(needed)} MB, ` +
      `and ${folder} has ${megabytes(bavail * bsize)} MB left`,
  );
}

const megabytes = (bytes: number): number => Math.ceil(bytes / 1024 ** 2);

/** Unpacks one file below `staging`, and refuses one that does not match its row. */
export async function unpackFile(
  archive: OpenArchive,
  { name }: EntryFacts,
  { staging, facts }: { staging: string; facts: FileFacts },
): Promise<void> {
  const file = join(staging, name.slice(MEDIA.length));
  await mkdir(dirname(file), { recursive: true });
  await pipeline(await archive.read(name), createWriteStream(file, { flags: 'wx', flush: true }));
  const { size } = await stat(file);
  const found = await pictures.look('archive', { file: { path: file, size } }).catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
    throw new ArchiveError(
      'archive_invalid',
      `The file ${name} is not accepted: ${error.message}. Nothing was imported`,
      { cause: error },
    );
  });
  // A picture may have been cleaned after its row was read. Its first use notices that, and whether it is
  // whole.
  const isAsSaid = size === facts.size || facts.mime.startsWith('image/');
  if (found.mime !== facts.mime || !isAsSaid) {
    throw new ArchiveError(
      'archive_invalid',
      `The file ${name} is ${found.mime} of ${size} bytes, and its row says ${facts.mime} of ${facts.size}. ` +
        'Nothing was imported',
    );
  }
}

/**
 * Moves files from `staging` to where they belong; never over another one. One that is there already must be
 * the same, as after an import that was interrupted.
 *
 * @returns the paths of those that were not there before
 */
export async function placeFiles(
  entries: readonly EntryFacts[],
  { staging, folder }: { staging: string; folder: string },
): Promise<string[]> {
  const placed: string[] = [];
  try {
    for (const { name, sha256 } of entries) {
      const path = name.slice(MEDIA.length);
      const to = join(folder, path);
      await mkdir(dirname(to), { recursive: true });
      if (await placeNew(join(staging, path), to)) placed.push(path);
      else if ((await hashOf(to)) !== sha256) {
        throw new ArchiveError(
          'archive_conflict',
          `There is another file ${path} in the upload folder. Nothing was imported`,
        );
      }
    }
  } catch (error) {
    await removeFiles(placed, folder);
    throw error;
  }
  return placed;
}

/** False when there is something already, which stays. */
async function placeNew(from: string, to: string): Promise<boolean> {
  const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? '';
  try {
    await link(from, to);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    // A file system without links.
    if (!['EPERM', 'ENOTSUP', 'EMLINK'].includes(codeOf(error))) throw error;
    if (await stat(to).catch(() => null)) return false;
    await rename(from, to);
  }
  return true;
}

/** Takes back what `placeFiles` placed. */
export async function removeFiles(paths: readonly string[], folder: string): Promise<void> {
  for (const path of paths) await rm(join(folder, path), { force: true });
}

async function hashOf(file: string): Promise<string> {
  const hashed = new HashStream();
  hashed.resume();
  await pipeline(createReadStream(file), hashed);
  return hashed.digest();
}
