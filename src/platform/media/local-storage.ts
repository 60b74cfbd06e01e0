/** Media in a local folder: type from the bytes, random names, no path from the user. */
import { randomBytes } from 'node:crypto';
import { createReadStream, openAsBlob } from 'node:fs';
import { mkdir, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, extname, join, sep } from 'node:path';
import type { MediaFile } from '../../../providers/_kit/contract.ts';
import { Rejected } from '../../../providers/_kit/errors.ts';
import type { Database } from '../database.ts';
import { Media } from '../../entities/media.ts';
import { ApiError } from '../errors.ts';
import { isUuid } from '../validation.ts';
import { mimeOfExtension } from './accepted-media.ts';
import { asCleaned } from './clean-stored.ts';
import { pictures } from './pictures.ts';
import { SIGNED_FOR_MS, type AddressSigner } from './signed-address.ts';
import { isDiskFull, isStoredPath, storedPath, type MediaStorage, type OpenFile } from './storage.ts';

/**
 * Where local files are and how they are reached: `<publicUrl><prefix>/…`; `prefix` (default `/uploads`)
 * begins with a slash and ends without.
 */
export interface LocalStorageOptions {
  readonly folder: string;
  readonly publicUrl: string;
  readonly prefix?: string;
  readonly database: Database;
  /** Of addresses that expire, by the clock `now`. */
  readonly signer: AddressSigner;
  now(): Promise<Date>;
}

/** Files below `folder`. */
export function createLocalStorage({
  folder,
  publicUrl,
  prefix = '/uploads',
  database,
  signer,
  now,
}: LocalStorageOptions): MediaStorage {
  const url = (path: string): string => `${publicUrl}${prefix}/${path}`;
  const load = async (
    where: { id: string } | { path: string },
    organizationId: string,
  ): Promise<MediaFile | undefined> => {
    const found = await database
      .fork()
      .findOne(Media, { ...where, organization: organizationId, deletedAt: null });
    const row = found && (await asCleaned({ database, folder }, found));
    // A file of another length is not the one that was uploaded.
    if (!row || (await stat(join(folder, row.path)).catch(() => null))?.size !== row.size) return undefined;
    return {
      id: row.id,
      kind: row.mime.startsWith('video/') ? 'video' : 'image',
      mime: row.mime,
      size: row.size,
      width: row.width ?? undefined,
      height: row.height ?? undefined,
      durationMs: row.durationMs ?? undefined,
      alt: row.alt ?? '',
      fileName: row.name,
      url: url(row.path),
      signedUrl: async () => {
        const expiresAt = new Date((await now()).getTime() + SIGNED_FOR_MS);
        return url(signer.sign({ id: row.id, extension: extname(row.path).slice(1) }, expiresAt));
      },
      blob: () => openStored(join(folder, row.path), row),
    };
  };
  return {
    find: (organizationId, mediaId) =>
      isUuid(mediaId) ? load({ id: mediaId }, organizationId) : Promise.resolve(undefined),
    async resolve(organizationId, named) {
      const byId = named.id && isUuid(named.id) ? await load({ id: named.id }, organizationId) : undefined;
      const path = storedPath(named.path);
      return byId ?? (path ? load({ path }, organizationId) : undefined);
    },
    async take(file, remember) {
      const { alt = null } = file;
      try {
        // The parser does not hear of a last write that failed; what is not there whole found no room.
        if ((await stat(file.path)).size !== file.size) throw new ApiError('storage_full');
        const { size, extension, ...facts } = await pictures.receive(file.organizationId, {
          file: { path: file.path, size: file.size },
        });
        const path = await place(folder, file.path, extension);
        return await database
          .fork()
          .transactional(async (tx) => {
            const row = tx.create(Media, {
              organization: file.organizationId,
              path,
              name: basename(path),
              originalName: file.originalName && plainName(file.originalName),
              size,
              alt,
              cleanedAt: new Date(),
              ...facts,
            });
            await tx.flush();
            const media = { id: row.id, name: row.name, url: url(path), size, alt, ...facts };
            await remember?.(tx, media);
            return media;
          })
          .catch(async (error: unknown) => {
            await rm(join(folder, path), { force: true }); // no row, no file
            throw error;
          });
      } catch (error) {
        throw isDiskFull(error) ? new ApiError('storage_full', { cause: error }) : error;
      } finally {
        await rm(file.path, { force: true });
      }
    },
    async remove(organizationId, mediaId) {
      const em = database.fork();
      const row = await em.findOne(Media, { id: mediaId, organization: organizationId });
      if (!row) return;
      await em.nativeDelete(Media, { id: mediaId });
      await rm(join(folder, row.path), { force: true });
    },
    addressOf: url,
    open: (path) => openPath(folder, path),
    async openSigned(path) {
      const id = signer.read(path, await now());
      const row = id && (await database.fork().findOne(Media, { id, deletedAt: null }));
      const file = row ? await openPath(folder, row.path) : undefined;
      return row && file ? { ...file, id: row.id } : undefined;
    },
  };
}

async function openPath(folder: string, path: string): Promise<OpenFile | undefined> {
  if (!isStoredPath(path)) return undefined;
  const full = join(folder, path);
  const [facts, real, root] = await Promise.all([
    stat(full).catch(() => null),
    realpath(full).catch(() => ''),
    realpath(folder),
  ]);
  // a link that leads out of the folder
  if (!facts?.isFile() || !real.startsWith(root + sep)) return undefined;
  const mime = mimeOfExtension(extname(path).slice(1)) ?? 'application/octet-stream';
  return {
    size: facts.size,
    modifiedAt: facts.mtime,
    mime,
    stream: (range) => createReadStream(full, range),
  };
}

/**
 * What a client called the file: the last part of a path, without control characters, at most 255 characters.
 */
function plainName(name: string): string {
  return (name.split(/[\\/]/).at(-1) ?? '').replaceAll(/\p{C}/gu, '').toWellFormed().slice(0, 255);
}

async function place(folder: string, from: string, extension: string): Promise<string> {
  const path = `${new Date().toISOString().slice(0, 10).replaceAll('-', '/')}/${randomBytes(16).toString('hex')}.${extension}`;
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await rename(from, join(folder, path));
  return path;
}

async function openStored(
  path: string,
  { name, mime, size }: { name: string; mime: string; size: number },
): Promise<Blob> {
  const gone = (cause?: unknown): Rejected =>
    new Rejected(`The media file ${name} is gone`, { networkCode: 'media_missing', cause });
  const blob = await openAsBlob(path, { type: mime }).catch((cause: unknown) => {
    throw gone(cause);
  });
  if (blob.size !== size) throw gone();
  return blob;
}
