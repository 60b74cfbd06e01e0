/** Stored media behind one interface; local files now, S3-compatible storage later. */
import type { ReadStream } from 'node:fs';
import type { MediaFile } from '../../providers/_kit/contract.ts';

/** A stored file as publishing needs it; `alt` may be replaced by the post's own. */
export type StoredMedia = MediaFile;

/** Where uploads live. */
export interface MediaStorage {
  /** A media file of an organisation by its id; undefined when it does not exist, belongs to another, or its bytes are gone. */
  find(organizationId: string, mediaId: string): Promise<StoredMedia | undefined>;
  /** Stores bytes of a known type under a random name; returns the path relative to the store. */
  put(bytes: Uint8Array, extension: string): Promise<string>;
  /** Opens a file for serving; undefined when there is no such file. `path` is checked and never leaves the store. */
  open(path: string): Promise<{ stream(range?: { start: number; end: number }): ReadStream; size: number; modifiedAt: Date } | undefined>;
  /** The public address of a stored path. */
  url(path: string): string;
}
