/** A file of the library with its bytes, of which a copy is made. */
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { MediaFile } from '../../providers/_kit/contract.ts';
import type { Context } from '../platform/context.ts';
import { ApiError } from '../platform/errors.ts';
import type { StoredMedia } from '../platform/media/storage.ts';
import { sentence } from '../platform/sentences.ts';
import { assertOwnMedia } from './own-media.ts';
import { readFromLibrary, type LibraryRow } from './read-library.ts';

/** @throws ApiError `media_not_found`, `foreign_resource` */
export async function openOwnMedia(
  { database, storage }: Pick<Context, 'database' | 'storage'>,
  organizationId: string,
  mediaId: string,
): Promise<{ readonly row: LibraryRow; readonly file: MediaFile }> {
  const row = await readFromLibrary(database, mediaId);
  assertOwnMedia(organizationId, row, mediaId);
  const file = await storage.find(organizationId, mediaId);
  if (!file) throw new ApiError('media_not_found', sentence('file_gone', { id: mediaId }));
  return { row, file };
}

/** Writes the bytes of a file to a path where nothing is yet. */
export async function writeTo(file: MediaFile, path: string): Promise<void> {
  await pipeline(Readable.fromWeb((await file.blob()).stream()), createWriteStream(path, { flags: 'wx' }));
}

export function asStored(file: MediaFile): StoredMedia {
  const { id, fileName: name, url, mime, size, alt } = file;
  const { width = null, height = null, durationMs = null, pages = null } = file;
  return { id, name, url, mime, size, width, height, durationMs, pages, alt: alt || null };
}
