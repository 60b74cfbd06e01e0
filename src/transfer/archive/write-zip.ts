/** Writes a zip file entry by entry; memory does not grow with its size. */
import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import type { EntryFacts } from './manifest.ts';
import { HashStream } from './hash-stream.ts';

/** The same for each entry: an archive reveals nothing about the machine that wrote it. */
const ENTRY = { mtime: new Date(Date.UTC(1980, 0, 1)), mode: 0o100600, forceDosTimestamp: true } as const;

export interface ZipWriter {
  /** Adds what `source` yields. Media are stored as they are: they are compressed already. */
  add(name: string, source: Readable, options: { compress: boolean }): Promise<EntryFacts>;
  /** Ends the file. @returns its size in bytes */
  end(): Promise<number>;
  /** Gives up; `end` is not called any more. */
  abort(reason: Error): Promise<void>;
}

/** Writes a ZIP file; a failure while it is written is thrown by the next `add` or by `end`. */
export function writeZip(to: Writable): ZipWriter {
  const zip = new ZipFile();
  const all = new HashStream();
  const written = pipeline(zip.outputStream, all, to);
  const failed = new Promise<never>((_, reject) => {
    zip.once('error', reject);
    written.catch(reject);
  });
  // It is awaited with each entry, and there may be none left.
  failed.catch(() => undefined);
  return {
    async add(name, source, { compress }) {
      const hashed = new HashStream();
      const read = new Promise<void>((done) => hashed.once('end', done));
      const piped = pipeline(source, hashed).catch((error: unknown) => {
        hashed.destroy();
        throw error;
      });
      zip.addReadStreamLazy(name, { ...ENTRY, compress }, (give) => give(null, hashed));
      await Promise.race([Promise.all([piped, read]), failed]);
      return { name, bytes: hashed.bytes, sha256: hashed.digest() };
    },
    async end() {
      zip.end();
      await Promise.race([written, failed]);
      return all.bytes;
    },
    async abort(reason) {
      (zip.outputStream as Readable).destroy(reason);
      // It fails with the reason that the caller gave.
      await written.catch(() => undefined);
    },
  };
}
