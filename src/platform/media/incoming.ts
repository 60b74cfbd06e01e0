/**
 * Incoming files: each in its own folder inside the upload folder (same disk, so that storing is a rename).
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ApiError } from '../errors.ts';
import { isDiskFull } from './storage.ts';

/** The part of the upload folder that is never served. */
export function incomingFolder(uploadFolder: string): string {
  return join(uploadFolder, '.incoming');
}

/**
 * Runs `work` with a new folder for it to fill; anything left there afterwards is removed.
 *
 * @throws ApiError `storage_full` when the disk is full
 */
export async function withIncomingFolder<T>(
  uploadFolder: string,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  let folder: string | undefined;
  try {
    await mkdir(incomingFolder(uploadFolder), { recursive: true });
    folder = await mkdtemp(join(incomingFolder(uploadFolder), 'request-'));
    return await work(folder);
  } catch (error) {
    throw isDiskFull(error) ? new ApiError('storage_full', { cause: error }) : error;
  } finally {
    if (folder) await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** Runs `work` with the path of one incoming file, which is removed after it. */
export function withIncomingFile<T>(uploadFolder: string, work: (path: string) => Promise<T>): Promise<T> {
  return withIncomingFolder(uploadFolder, (folder) => work(join(folder, 'file')));
}
