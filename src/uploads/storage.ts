/** Stored media behind one interface; local files now, S3-compatible storage later. */
import type { Readable } from 'node:stream';
import type { MediaFile } from '../../providers/_kit/contract.ts';

/** A stored file, open for reading. */
export interface OpenFile {
  readonly size: number;
  readonly modifiedAt: Date;
  readonly mime: string;
  /** Bytes `start` to `end`, both included. */
  stream(range?: { start: number; end: number }): Readable;
}

/** Whether an error says that there is no room left: on the disk, or in its quota. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof Error && ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '');
}

/** Where uploads live. */
export interface MediaStorage {
  /** A media file of an organisation by its id; undefined when it does not exist, belongs to another, or its bytes are gone. */
  find(organizationId: string, mediaId: string): Promise<MediaFile | undefined>;
  /** The media file that a post names: by id, or by its address when the id is the client's own invention. */
  resolve(organizationId: string, named: { id?: string | null; path: string }): Promise<MediaFile | undefined>;
  /**
   * Takes a file that was received whole: its type is read from its bytes, it is moved to a random name, and its row is written.
   *
   * @throws ApiError `unsupported_file`, `file_too_large`, `storage_full`; the temporary file is gone in every case
   */
  take(file: { path: string; size: number; originalName: string | null; organizationId: string }): Promise<{ id: string; name: string; originalName: string | null; alt: string | null; url: string }>;
  /** Opens a stored path for serving; undefined when there is no such file. The path is checked and cannot leave the store. */
  open(path: string): Promise<OpenFile | undefined>;
}
