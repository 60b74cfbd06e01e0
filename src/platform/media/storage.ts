/**
 * Stored media behind one interface: in a folder, in a bucket, or some here and some there while they are
 * moved.
 */
import type { Readable } from 'node:stream';
import type { MediaFile } from '../../../providers/_kit/contract.ts';
import type { EntityManager } from '../database.ts';
import type { ByteRange, FileStore, StoreName } from './stores/file-store.ts';

/** A stored file, open for reading. */
export interface OpenFile {
  readonly size: number;
  readonly modifiedAt: Date;
  readonly mime: string;
  stream(range?: ByteRange): Promise<Readable>;
}

/**
 * A file that was just stored. `size` in bytes, sides in pixels as shown, `durationMs` in milliseconds; null
 * where the file does not contain it.
 */
export interface StoredMedia {
  readonly id: string;
  /** The random name it is stored under. */
  readonly name: string;
  /** Its public URL. */
  readonly url: string;
  readonly mime: string;
  readonly size: number;
  readonly width: number | null;
  readonly height: number | null;
  readonly durationMs: number | null;
  /** Of a document. */
  readonly pages: number | null;
  /** Text for people who do not see it; left away where there is none. */
  readonly alt?: string | null;
}

/** A file that was received completely and waits in a folder of its own. */
export interface ReceivedFile {
  readonly path: string;
  readonly size: number;
  /** The file name given by the client, if any. */
  readonly originalName: string | null;
  readonly organizationId: string;
  /** Text for people who do not see it, if there is one already. */
  readonly alt?: string | null;
}

/** The name of a media file in a post: its id, or its URL when the client made the id up. */
export interface MediaName {
  readonly id?: string | null;
  readonly path: string;
}

/** Whether an error means that the disk or its quota is full. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof Error && ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '');
}

/** Date folder and random name, the same for every storage. */
const STORED_PATH = /^\d{4}\/\d{2}\/\d{2}\/[0-9a-f]{32}\.[a-z0-9]{2,5}$/;
const STORED_URL = /\/(\d{4}\/\d{2}\/\d{2}\/[0-9a-f]{32}\.[a-z0-9]{2,5})$/;

/** Whether uploads are stored under such a path. Nothing else is ever opened. */
export function isStoredPath(path: string): boolean {
  return STORED_PATH.test(path);
}

const ARRIVED_PATH = /^incoming\/[0-9a-f-]{36}$/;

/**
 * The path in the bucket at which a client puts a file itself; it is never served, and is looked at before it
 * is stored.
 */
export const arrivedPath = (id: string): string => `incoming/${id}`;
export const isArrivedPath = (path: string): boolean => ARRIVED_PATH.test(path);

/**
 * The stored path inside a URL such as https://host/api/uploads/2031/05/04/….png, with any host and prefix;
 * undefined for any other text.
 */
export function storedPath(url: string): string | undefined {
  if (url.length > 4096) return undefined;
  return STORED_URL.exec(url.replace(/[?#].*$/s, ''))?.[1];
}

/** See `MediaStorage.take`. */
export type RememberMedia = (tx: EntityManager, media: StoredMedia) => Promise<void>;

/** The facts about a file that are known without opening it. */
export type MediaFacts = Omit<MediaFile, 'thumbnail' | 'thumbnailAtMs' | 'signedUrl' | 'blob'>;

/** The place that uploads are stored in and served from. */
export interface MediaStorage {
  /**
   * A media file of an organisation by its id; undefined when it does not exist, belongs to another
   * organisation, or its bytes are gone.
   *
   * @throws ApiError `storage_unavailable` while the place of the file does not answer
   */
  find(organizationId: string, mediaId: string): Promise<MediaFile | undefined>;
  /**
   * The rows of these files, in their order, without those that do not exist or belong to another
   * organisation. The storage is not asked: a draft is saved and opened while it is away.
   */
  describe(organizationId: string, mediaIds: readonly string[]): Promise<readonly MediaFacts[]>;
  /** The media file a post names. */
  resolve(organizationId: string, named: MediaName): Promise<MediaFile | undefined>;
  /**
   * Stores a file that was received completely: detects its type from its bytes, takes out where a picture
   * was taken, moves it to a random name, and writes its row.
   *
   * @param remember what the same transaction does with the row, such as recording the request's answer. When
   * it throws, nothing is stored
   * @throws ApiError `unsupported_file`, `file_too_large`, `storage_full`, `storage_unavailable`; the
   * temporary file is gone in every case
   */
  take(file: ReceivedFile, remember?: RememberMedia): Promise<StoredMedia>;
  /**
   * Deletes a file and its row permanently; does nothing when the organisation has no such file. Only for
   * files that no post names.
   */
  remove(organizationId: string, mediaId: string): Promise<void>;
  /** Deletes the bytes of a file whose row is gone already. */
  removeBytes(file: { readonly path: string; readonly storage: StoreName }): Promise<void>;
  /** The public URL of a stored path. */
  urlOf(path: string): string;
  /**
   * Opens a stored path for serving; undefined when there is no such file. The path is checked and cannot
   * leave the store.
   */
  open(path: string): Promise<OpenFile | undefined>;
  /**
   * Opens the file of a signed URL (signed-url.ts), by the path behind the prefix; undefined alike when
   * the signature is wrong, the URL has expired or the file was deleted. `id`: of the file.
   */
  openSigned(path: string): Promise<(OpenFile & { readonly id: string }) | undefined>;
  readonly stores: Stores;
}

/** The places that files may be in. */
export interface Stores {
  /** Where new files are stored. */
  readonly current: FileStore;
  readonly local: FileStore;
  /** Undefined where no bucket is named. */
  readonly s3: FileStore | undefined;
  /** @throws StorageProblem where it is not set up */
  of(name: StoreName): FileStore;
}
