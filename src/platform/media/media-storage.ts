/**
 * Media by their rows: type from the bytes, random names, no path from the user; the bytes are in a store.
 */
import type { InferEntity } from '@mikro-orm/core';
import { randomBytes } from 'node:crypto';
import { rm, stat } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import type { MediaFile } from '../../../providers/_kit/contract.ts';
import type { Database } from '../database.ts';
import type { PlansConfig } from '../plan-list.ts';
import { Media } from '../entities/media.ts';
import { ApiError } from '../errors.ts';
import { isUuid } from '../validation.ts';
import { kindOf, mimeOfExtension } from './accepted-media.ts';
import { asCleaned } from './clean-stored.ts';
import { openStored } from './open-stored.ts';
import { pictures } from './pictures.ts';
import { SIGNED_FOR_MS, type UrlSigner } from './signed-url.ts';
import { assertStorageQuota } from './storage-quota.ts';
import {
  isDiskFull,
  isStoredPath,
  storedPath,
  type MediaFacts,
  type MediaStorage,
  type OpenFile,
  type ReceivedFile,
  type RememberMedia,
  type StoredMedia,
  type Stores,
} from './storage.ts';
import { StorageProblem, type FileStore, type StoreName } from './stores/file-store.ts';
import { hashOfFile } from './stores/hash-file.ts';
import { sentence } from '../sentences.ts';

/**
 * The URLs of files: `<publicUrl><prefix>/…`; `prefix` (default `/uploads`) begins with a slash and ends
 * without.
 */
export interface MediaStorageOptions {
  readonly stores: Stores;
  /** For files that are worked on. */
  readonly folder: string;
  readonly publicUrl: string;
  readonly prefix?: string;
  /** Below which everybody can fetch what is in the bucket, if anywhere. */
  readonly bucketUrl?: string | undefined;
  readonly database: Database;
  /** What an organisation may store, and where that is changed. */
  readonly plans: { readonly config: PlansConfig; readonly publicUrl: string };
  /** For URLs that expire, by the clock `now`. */
  readonly signer: UrlSigner;
  now(): Promise<Date>;
}

const RETRY_AFTER_SECONDS = 30;

export function createMediaStorage(options: MediaStorageOptions): MediaStorage {
  const { stores, folder, publicUrl, prefix = '/uploads', database, signer, now } = options;
  const url = (path: string): string => `${publicUrl}${prefix}/${path}`;
  const factsOf = (row: InferEntity<typeof Media>): MediaFacts => ({
    id: row.id,
    kind: kindOf(row.mime),
    mime: row.mime,
    size: row.size,
    width: row.width ?? undefined,
    height: row.height ?? undefined,
    durationMs: row.durationMs ?? undefined,
    video: row.video ?? undefined,
    pages: row.pages ?? undefined,
    alt: row.alt ?? '',
    fileName: row.name,
    originalName: row.originalName ?? undefined,
    url: url(row.path),
  });
  const load = async (
    where: { id: string } | { path: string },
    organizationId: string,
  ): Promise<MediaFile | undefined> => {
    const found = await database
      .fork()
      .findOne(Media, { ...where, organization: organizationId, deletedAt: null });
    const row = found && (await asCleaned({ database, folder, stores }, found));
    // A file of another length is not the one that was uploaded.
    if (!row || (await stores.of(row.storage).facts(row.path))?.size !== row.size) return undefined;
    const bytes = () => openStored(stores.of(row.storage), { ...row, sha256: row.sha256 ?? null });
    return {
      ...factsOf(row),
      signedUrl: async () => {
        await bytes();
        if (row.storage === 's3' && options.bucketUrl) return `${options.bucketUrl}/${row.path}`;
        const expiresAt = new Date((await now()).getTime() + SIGNED_FOR_MS);
        return url(signer.sign({ id: row.id, extension: extname(row.path).slice(1) }, expiresAt));
      },
      blob: bytes,
    };
  };
  return {
    stores,
    find: (organizationId, mediaId) =>
      isUuid(mediaId) ? heard(() => load({ id: mediaId }, organizationId)) : Promise.resolve(undefined),
    async describe(organizationId, mediaIds) {
      const ids = mediaIds.filter(isUuid);
      if (!ids.length) return [];
      const rows = await database
        .fork()
        .find(Media, { id: { $in: ids }, organization: organizationId, deletedAt: null });
      const found = new Map(rows.map((row) => [row.id, row]));
      return ids.flatMap((id) => found.get(id.toLowerCase()) ?? []).map(factsOf);
    },
    resolve: (organizationId, named) =>
      heard(async () => {
        const byId = named.id && isUuid(named.id) ? await load({ id: named.id }, organizationId) : undefined;
        const path = storedPath(named.path);
        return byId ?? (path ? load({ path }, organizationId) : undefined);
      }),
    async take(file, remember) {
      try {
        // The parser does not hear of a last write that failed; what is not there whole found no room.
        if ((await stat(file.path)).size !== file.size) throw new ApiError('storage_full');
        return await heard(() => take(options, file, { url, remember }));
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
      // Where it came from, there may be a copy.
      const places = row.movedAt && stores.s3 ? [stores.local, stores.s3] : [stores.of(row.storage)];
      for (const place of places) await removed(place, row.path);
    },
    async removeBytes({ path, storage }) {
      if (isStoredPath(path)) await stores.of(storage).remove(path);
    },
    urlOf: url,
    open: (path) =>
      heard(async () => {
        if (!isStoredPath(path)) return undefined;
        return openPath(stores.of(await storeOf(options, path)), path);
      }),
    openSigned: (path) =>
      heard(async () => {
        const id = signer.read(path, await now());
        const row = id && (await database.fork().findOne(Media, { id, deletedAt: null }));
        const file = row ? await openPath(stores.of(row.storage), row.path) : undefined;
        return row && file ? { ...file, id: row.id } : undefined;
      }),
  };
}

/** Where a served path is. Without a bucket there is one place alone, and nothing is asked. */
async function storeOf({ stores, database }: MediaStorageOptions, path: string): Promise<StoreName> {
  if (!stores.s3) return 'local';
  const [row] = await database.query<{ storage: StoreName }>(
    { name: 'media-storage-of-path', text: 'select storage from media where path = $1 limit 1' },
    [path],
  );
  return row?.storage ?? 'local';
}

async function take(
  { stores: { current }, database, plans }: MediaStorageOptions,
  { organizationId, path: from, size: received, originalName, alt = null }: ReceivedFile,
  { url, remember }: { url: (path: string) => string; remember: RememberMedia | undefined },
): Promise<StoredMedia> {
  const { size, extension, ...facts } = await pictures.receive(organizationId, {
    file: { path: from, size: received },
  });
  const sha256 = await hashOfFile(from);
  const path = newPath(extension);
  await current.put(path, from, { mime: facts.mime, size, sha256 });
  return database
    .fork()
    .transactional(async (tx) => {
      await assertStorageQuota(plans, tx, { organizationId, size });
      const row = tx.create(Media, {
        organization: organizationId,
        path,
        name: basename(path),
        originalName: originalName && plainName(originalName),
        size,
        alt,
        cleanedAt: new Date(),
        storage: current.name,
        sha256,
        ...facts,
      });
      await tx.flush();
      const media = { id: row.id, name: row.name, url: url(path), size, alt, ...facts };
      await remember?.(tx, media);
      return media;
    })
    .catch(async (error: unknown) => {
      await removed(current, path); // no row, no file
      throw error;
    });
}

/** What is left by a place that has just gone away is found by `storage check`. */
async function removed(store: FileStore, path: string): Promise<void> {
  await store.remove(path).catch((error: unknown) => {
    if (!(error instanceof StorageProblem)) throw error;
  });
}

async function openPath(store: FileStore, path: string): Promise<OpenFile | undefined> {
  const facts = await store.facts(path);
  if (!facts) return undefined;
  const mime = mimeOfExtension(extname(path).slice(1)) ?? 'application/octet-stream';
  return { ...facts, mime, stream: (range) => heard(() => store.read(path, range)) };
}

/** Problems of a storage are reported to the operator; the caller only learns that it will take a while. */
export async function heard<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof StorageProblem)) throw error;
    const more = { cause: error, headers: { 'retry-after': String(RETRY_AFTER_SECONDS) } };
    // Waiting does not help here.
    if (error.code === 'NotSetUp') {
      throw new ApiError('storage_unavailable', { ...sentence('no_bucket_named'), ...more });
    }
    throw new ApiError('storage_unavailable', more);
  }
}

/**
 * What a client called the file: the last part of a path, without control characters, at most 255 characters.
 */
function plainName(name: string): string {
  return (name.split(/[\\/]/).at(-1) ?? '').replaceAll(/\p{C}/gu, '').toWellFormed().slice(0, 255);
}

function newPath(extension: string): string {
  const day = new Date().toISOString().slice(0, 10).replaceAll('-', '/');
  return `${day}/${randomBytes(16).toString('hex')}.${extension}`;
}
