/**
 * Opens an archive and returns its content. Nothing of it is trusted: names, sizes and digests are checked
 * before anything is used.
 */
import type { Readable } from 'node:stream';
import { openPromise, type Entry, type ZipFile } from 'yauzl';
import { ArchiveError } from './archive-error.ts';
import { HashStream } from './hash-stream.ts';
import { MANIFEST, isEntryName, parseManifest, type EntryFacts, type Manifest } from './manifest.ts';

/** A manifest names each file: this is enough for a million of them. */
const MAX_MANIFEST_BYTES = 256 * 1024 * 1024;
/**
 * JSON of rows is packed to a fiftieth at most, and media hardly at all. A file that claims more is a trap.
 */
const MAX_RATIO = 200;
const SMALL_BYTES = 16 * 1024 * 1024;

export interface OpenArchive {
  readonly manifest: Manifest;
  /**
   * The bytes of an entry as they are unpacked. It fails at its end when they are not those that the manifest
   * names.
   *
   * @throws ArchiveError `archive_damaged`
   */
  read(name: string): Promise<Readable>;
  close(): void;
}

/** @throws ArchiveError `archive_not_readable`, `archive_newer`, `archive_invalid`, `archive_damaged` */
export async function openArchive(file: string): Promise<OpenArchive> {
  const zip = await openPromise(file, {
    autoClose: false,
    strictFileNames: true,
    validateEntrySizes: true,
  }).catch((cause: unknown) => {
    throw notReadable(file, cause);
  });
  try {
    const entries = await readEntries(zip, file);
    const manifest = parseManifest(await readManifest(zip, entries.get(MANIFEST), file));
    assertSame(manifest, entries);
    const facts = new Map(manifest.entries.map((entry) => [entry.name, entry]));
    return {
      manifest,
      async read(name) {
        const [entry, fact] = [entries.get(name), facts.get(name)];
        if (!entry || !fact) throw new ArchiveError('archive_invalid', `The archive has no entry ${name}`);
        return checked(await zip.openReadStreamPromise(entry), fact);
      },
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

const notReadable = (file: string, cause: unknown): ArchiveError =>
  new ArchiveError(
    'archive_not_readable',
    `${file} is not an archive of an organisation, or is incomplete (${(cause as Error).message})`,
    { cause },
  );

async function readEntries(zip: ZipFile, file: string): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  try {
    for await (const entry of zip.eachEntry()) {
      const problem = entries.has(entry.fileName) ? 'is there twice' : problemOf(entry);
      if (problem) {
        throw new ArchiveError('archive_invalid', `The entry ${JSON.stringify(entry.fileName)} ${problem}`);
      }
      entries.set(entry.fileName, entry);
    }
  } catch (error) {
    // Names that lead out of a folder are refused by the library.
    throw error instanceof ArchiveError ? error : notReadable(file, error);
  }
  return entries;
}

const [TYPE_BITS, REGULAR_FILE] = [0o170000, 0o100000];
const METHODS = [0, 8];

function problemOf(entry: Entry): string | undefined {
  const { fileName, externalFileAttributes, compressionMethod, compressedSize, uncompressedSize } = entry;
  const type = (externalFileAttributes >>> 16) & TYPE_BITS;
  if (type !== 0 && type !== REGULAR_FILE) return 'is a link or something else that is not a file';
  if (!isEntryName(fileName)) return 'has a name that no archive of Crier has';
  if (entry.isEncrypted() || !METHODS.includes(compressionMethod)) {
    return 'is packed in a way that cannot be read';
  }
  if (uncompressedSize > SMALL_BYTES && uncompressedSize > MAX_RATIO * compressedSize) {
    return `would be unpacked to ${uncompressedSize} bytes from ${compressedSize}, which nothing that Crier writes is`;
  }
  return undefined;
}

async function readManifest(zip: ZipFile, entry: Entry | undefined, file: string): Promise<string> {
  if (!entry) throw notReadable(file, new Error('it has no manifest.json'));
  if (entry.uncompressedSize > MAX_MANIFEST_BYTES) {
    throw new ArchiveError('archive_invalid', `manifest.json is larger than ${MAX_MANIFEST_BYTES} bytes`);
  }
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
  } catch (error) {
    throw notReadable(file, error);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** The entries are those that the manifest names, with their sizes. */
function assertSame({ entries: named }: Manifest, entries: ReadonlyMap<string, Entry>): void {
  for (const { name, bytes } of named) {
    const entry = entries.get(name);
    if (!entry) throw damaged(name, 'is missing');
    if (entry.uncompressedSize !== bytes) throw damaged(name, 'has another size than manifest.json says');
  }
  const known = new Set([MANIFEST, ...named.map(({ name }) => name)]);
  const extra = [...entries.keys()].find((name) => !known.has(name));
  if (extra || known.size !== named.length + 1) {
    throw new ArchiveError('archive_invalid', `manifest.json does not name ${extra ?? 'each entry once'}`);
  }
}

const damaged = (name: string, what: string, cause?: unknown): ArchiveError =>
  new ArchiveError('archive_damaged', `The archive is damaged: ${name} ${what}. Nothing was imported`, {
    cause,
  });

function checked(source: Readable, { name, sha256 }: EntryFacts): Readable {
  const hashed = new HashStream({
    flush(done) {
      done(hashed.digest() === sha256 ? null : damaged(name, 'is not what was written'));
    },
  });
  // A broken stream of the compression, or more or fewer bytes than it declares.
  source.once('error', (cause) => hashed.destroy(damaged(name, 'cannot be unpacked', cause)));
  hashed.once('close', () => source.destroy());
  return source.pipe(hashed);
}
