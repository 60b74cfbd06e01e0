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

/** The facts that are stored with a file. `sha256` in hex. */
export interface PutFacts {
  readonly mime: string;
  readonly size: number;
  readonly sha256: string;
}

/** Whether a bucket took a file that was tried, and would take it from a page. */
export interface DirectTried {
  readonly path: string;
  /** What the file was answered: 200 where it was taken. */
  readonly status: number;
  /** Whether pages of the origin may send it (CORS). */
  readonly admitted: boolean;
}

/**
 * The type of every arriving file: a bucket that everybody can read would show a page, or a picture, as its
 * own before it was checked.
 */
export const ARRIVING_TYPE = 'application/octet-stream';

/** A store that clients can put files into themselves, before anything knows what they are. */
export interface DirectStore {
  /** A URL that takes one file of exactly `size` bytes, as `ARRIVING_TYPE`, by PUT, for `seconds`. */
  urlFor(path: string, options: { readonly size: number; readonly seconds: number }): Promise<string>;
  /** The common beginning of all these URLs, up to a slash. */
  place(): Promise<string>;
  /** Sends a small file as a browser at `origin` does. The caller has to remove it. */
  tryFrom(origin: string): Promise<DirectTried>;
}

/**
 * A place for files, by paths that `isStoredPath` accepts. Every call may throw StorageProblem, where the
 * place does not answer or is not set up; that never means that a file is gone.
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
 * The storage does not answer (`away`: it may again without a change), or is not set up correctly. `message`
 * is for the operator: it explains the problem, and names the variable and the fix; no secret is in it.
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
