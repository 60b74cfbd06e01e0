/**
 * A place that stored files are in: a folder, or a bucket. It knows paths and bytes; rows are media-
 * storage.ts's.
 */
import type { Readable } from 'node:stream';

export type StoreName = 'local' | 's3';

/** `size` in bytes. */
export interface FileFacts {
  readonly size: number;
  readonly modifiedAt: Date;
}

/** Bytes `start` to `end`, both included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** What a file is stored with. `sha256` in hex. */
export interface PutFacts {
  readonly mime: string;
  readonly size: number;
  readonly sha256: string;
}

/** Of a store that clients can put files into themselves, before anything knows what they are. */
export interface DirectStore {
  /** An address that takes one file of exactly `size` bytes by PUT, for `seconds`. */
  addressFor(path: string, of: { readonly size: number; readonly seconds: number }): Promise<string>;
}

/**
 * All paths are those that `isStoredPath` accepts. Every call may throw StorageProblem, where the place
 * does not answer or is not set up; that never means that a file is gone.
 */
export interface FileStore {
  readonly name: StoreName;
  readonly direct?: DirectStore;
  /** For people: the folder, or the bucket and its server. */
  readonly place: string;
  /** Undefined when there is no such file. */
  facts(path: string): Promise<FileFacts | undefined>;
  /** Its bytes; rejects when the file is not there. */
  read(path: string, range?: ByteRange): Promise<Readable>;
  /**
   * Stores the file `from` of this disk under `path`, over what is there. `from` may be gone afterwards.
   */
  put(path: string, from: string, facts: PutFacts): Promise<void>;
  /** Does nothing where there is no such file. */
  remove(path: string): Promise<void>;
  /** Every stored file, in no order; what is not named like one is left out. */
  list(): AsyncIterable<FileFacts & { readonly path: string }>;
  /** The file as one of this disk that may be read for the next hour; rejects when it is not there. */
  onDisk(path: string, facts: { readonly size: number; readonly sha256: string | null }): Promise<string>;
}

/**
 * The place of files does not answer (`away`: it may by itself), or is not set up as it must be. `message`
 * is for the operator: it says what is wrong, and names the variable and the fix; no secret is in it.
 */
export class StorageProblem extends Error {
  readonly away: boolean;
  /** The code of the service, such as `NoSuchBucket`. */
  readonly code: string;

  constructor(message: string, options: { away: boolean; code: string; cause?: unknown }) {
    super(message, { cause: options.cause });
    this.name = 'StorageProblem';
    this.away = options.away;
    this.code = options.code;
  }
}

/** The bytes of a file are not those that were stored. */
export class WrongBytes extends Error {
  constructor(path: string) {
    super(`The file ${path} is not the one that was stored: its SHA-256 is another one`);
    this.name = 'WrongBytes';
  }
}
