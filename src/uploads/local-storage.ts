/** Media in a local folder: type from the bytes, random names, no path from the user. */
import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readFile, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, extname, join, sep } from 'node:path';
import { fileTypeFromFile } from 'file-type';
import { imageSizeFromFile } from 'image-size/fromFile';
import type { MediaFile } from '../../providers/_kit/contract.ts';
import { Rejected } from '../../providers/_kit/errors.ts';
import type { Database } from '../db.ts';
import { Media } from '../entities/media.ts';
import { ApiError } from '../errors.ts';
import { isUuid } from '../validation.ts';
import { isDiskFull, type MediaStorage } from './storage.ts';

const MAX_IMAGE_BYTES = 10_485_760;
const MAX_VIDEO_BYTES = 1_073_741_824;
/** A few bytes can claim any number of pixels, and whoever shows the picture has to make room for them. */
const MAX_PIXELS = 100_000_000;
/** Accepted types with the extension that their files get. SVG and HTML can run scripts and are not among them. */
const TYPES: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg', 'image/png': 'png', 'image/gif': 'gif', 'image/webp': 'webp', 'image/avif': 'avif', 'image/bmp': 'bmp', 'image/tiff': 'tiff', 'video/mp4': 'mp4',
};
const STORED_PATH = /^\d{4}\/\d{2}\/\d{2}\/[0-9a-f]{32}\.[a-z0-9]{2,5}$/;

/** Files below `folder`; `publicUrl` is the address of the instance (`<publicUrl>/uploads/…`). */
export function createLocalStorage(options: { folder: string; publicUrl: string; database: Database }): MediaStorage {
  const { folder, database } = options;
  const url = (path: string): string => `${options.publicUrl}/uploads/${path}`;
  const load = async (where: { id: string } | { path: string }, organizationId: string): Promise<MediaFile | undefined> => {
    const row = await database.fork().findOne(Media, { ...where, organization: organizationId, deletedAt: null });
    // A file of another length is not the one that was uploaded.
    if (!row || (await stat(join(folder, row.path)).catch(() => null))?.size !== row.size) return undefined;
    return {
      id: row.id, kind: row.mime.startsWith('video/') ? 'video' : 'image', mime: row.mime, size: row.size, width: row.width ?? undefined, height: row.height ?? undefined,
      alt: row.alt ?? '', fileName: row.name, url: url(row.path), bytes: () => readStored(join(folder, row.path), row.name),
    };
  };
  return {
    find: (organizationId, mediaId) => (isUuid(mediaId) ? load({ id: mediaId }, organizationId) : Promise.resolve(undefined)),
    async resolve(organizationId, named) {
      const byId = named.id && isUuid(named.id) ? await load({ id: named.id }, organizationId) : undefined;
      const path = storedPath(named.path);
      return byId ?? (path ? load({ path }, organizationId) : undefined);
    },
    async take(file) {
      try {
        // The parser does not hear of a last write that failed; what is not there whole found no room.
        if ((await stat(file.path)).size !== file.size) throw new ApiError('storage_full');
        const { mime, extension, pixels } = await detect(file);
        const path = await place(folder, file.path, extension);
        const em = database.fork();
        const row = em.create(Media, { organization: file.organizationId, path, name: basename(path), originalName: file.originalName && plainName(file.originalName), mime, size: file.size, ...pixels });
        await em.flush().catch(async (error: unknown) => {
          await rm(join(folder, path), { force: true }); // no row, no file
          throw error;
        });
        return { id: row.id, name: row.name, originalName: null, alt: null, url: url(path) };
      } catch (error) {
        throw isDiskFull(error) ? new ApiError('storage_full', { cause: error }) : error;
      } finally {
        await rm(file.path, { force: true });
      }
    },
    async open(path) {
      if (!STORED_PATH.test(path)) return undefined;
      const full = join(folder, path);
      const [facts, real, root] = await Promise.all([stat(full).catch(() => null), realpath(full).catch(() => ''), realpath(folder)]);
      if (!facts?.isFile() || !real.startsWith(root + sep)) return undefined; // a link that leads out of the folder
      const mime = Object.keys(TYPES).find((m) => `.${TYPES[m]}` === extname(path)) ?? 'application/octet-stream';
      return { size: facts.size, modifiedAt: facts.mtime, mime, stream: (range) => createReadStream(full, range) };
    },
  };
}

async function detect(file: { path: string; size: number }): Promise<{ mime: string; extension: string; pixels: { width: number | null; height: number | null } }> {
  const type = await fileTypeFromFile(file.path);
  const extension = type && TYPES[type.mime];
  if (!type || !extension) throw new ApiError('unsupported_file', { message: `This kind of file is not accepted${type ? ` (it is ${type.mime})` : ''}: JPEG, PNG, GIF, WebP, AVIF, BMP, TIFF and MP4 are` });
  const limit = type.mime.startsWith('video/') ? MAX_VIDEO_BYTES : MAX_IMAGE_BYTES;
  if (file.size > limit) throw new ApiError('file_too_large', { message: `The file has ${file.size} bytes; ${type.mime} is limited to ${limit}` });
  const pixels = type.mime.startsWith('image/') ? await readPixels(file.path) : { width: null, height: null };
  if ((pixels.width ?? 0) * (pixels.height ?? 0) > MAX_PIXELS) throw new ApiError('file_too_large', { message: `The picture has ${pixels.width} × ${pixels.height} pixels; ${MAX_PIXELS / 1e6} million are the limit` });
  return { mime: type.mime, extension, pixels };
}

/** From the header of the file alone: nothing is decoded. A picture that does not say is kept without its size. */
async function readPixels(path: string): Promise<{ width: number | null; height: number | null }> {
  const size = await imageSizeFromFile(path).catch(() => undefined);
  return { width: size?.width || null, height: size?.height || null };
}

/** What a client called the file: the last part of a path, without control characters, at most 255 characters. */
function plainName(name: string): string {
  return (name.split(/[\\/]/).at(-1) ?? '').replaceAll(/\p{C}/gu, '').toWellFormed().slice(0, 255);
}

async function place(folder: string, from: string, extension: string): Promise<string> {
  const path = `${new Date().toISOString().slice(0, 10).replaceAll('-', '/')}/${randomBytes(16).toString('hex')}.${extension}`;
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await rename(from, join(folder, path));
  return path;
}

/** The stored path inside an address such as https://host/api/uploads/2031/05/04/….png, whatever the host is. */
function storedPath(address: string): string | undefined {
  const path = /\/uploads\/([^?#]+)/.exec(address)?.[1];
  return path && STORED_PATH.test(path) ? path : undefined;
}

async function readStored(path: string, name: string): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await readFile(path));
  } catch (cause) {
    throw new Rejected(`The media file ${name} is gone`, { networkCode: 'media_missing', cause });
  }
}
