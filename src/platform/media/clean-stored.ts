/**
 * Pictures that were stored before uploads were cleaned, or that were copied from another instance or an
 * archive: each is treated like an upload once, when a post first uses it.
 */
import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { LockMode, type InferEntity } from '@mikro-orm/core';
import { Media } from '../entities/media.ts';
import type { Database } from '../database.ts';
import { ApiError } from '../errors.ts';
import { withIncomingFile } from './incoming.ts';
import type { ReceivedFacts } from './picture-jobs.ts';
import { pictures } from './pictures.ts';
import type { Stores } from './storage.ts';
import { hashOfFile } from './stores/hash-file.ts';

type Stored = InferEntity<typeof Media>;

interface Deps {
  readonly database: Database;
  /** For files that are worked on. */
  readonly folder: string;
  readonly stores: Pick<Stores, 'of'>;
}

/** `facts` of a copy that was treated; none where that failed. `isNew`: its bytes are other ones. */
interface Cleaned {
  readonly facts: ReceivedFacts | undefined;
  readonly copy: string;
  readonly isNew: boolean;
}

/**
 * The row of a file, which from here on is upright and reveals neither a place nor a camera. A picture that
 * cannot be treated stays as it came: a post that was accepted with it is published.
 *
 * @returns undefined when the file is gone, or is another one
 * @throws ApiError `pictures_busy`, `storage_full`: nothing has changed
 */
export async function asCleaned(deps: Deps, row: Stored): Promise<Stored | undefined> {
  if (!row.mime.startsWith('image/')) return row;
  const store = deps.stores.of(row.storage);
  const size = (await store.facts(row.path))?.size;
  if (!size) return undefined;
  if (row.cleanedAt && size === row.size) return row;
  const kept = await withIncomingFile(deps.folder, async (copy) => {
    await pipeline(await store.read(row.path), createWriteStream(copy, { flags: 'wx' }));
    // The process that cleaned it was interrupted, or the row or the file came back from a copy of that
    // moment. What can be written again is whole, and only we write here.
    const again = size !== row.size;
    const { ino } = await stat(copy);
    const facts = await received(row, { file: { path: copy, size }, again });
    if (again && (!facts || (await isAnother(row, copy)))) return undefined;
    return keep(deps, row, { facts, copy, isNew: (await stat(copy)).ino !== ino });
  });
  // It was moved to another storage meanwhile, as it was.
  return kept && kept.storage !== row.storage ? asCleaned(deps, kept) : kept;
}

/** Another picture may be as whole as the one that was uploaded: its cleaned form shows which one it is. */
async function isAnother({ cleanedAt, sha256 }: Stored, cleaned: string): Promise<boolean> {
  return Boolean(cleanedAt && sha256) && (await hashOfFile(cleaned)) !== sha256;
}

async function received(
  { organization, mime }: Stored,
  job: Parameters<typeof pictures.receive>[1],
): Promise<ReceivedFacts | undefined> {
  const facts = await pictures.receive(organization, job).catch((error: unknown) => {
    if (error instanceof ApiError && error.status < 500 && error.code !== 'pictures_busy') return undefined;
    throw error;
  });
  // Its URL shows its type.
  return facts?.mime === mime ? facts : undefined;
}

/** The file first: a row that is one step behind it is known by its length. */
async function keep(
  { database, stores }: Deps,
  row: Stored,
  { facts, copy, isNew }: Cleaned,
): Promise<Stored> {
  const sha256 = await hashOfFile(copy);
  return database.fork().transactional(async (tx) => {
    const now = await tx.findOneOrFail(Media, { id: row.id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    // Another process was faster, or it was copied again.
    const isSame =
      now.cleanedAt?.getTime() === row.cleanedAt?.getTime() &&
      now.size === row.size &&
      now.path === row.path &&
      now.storage === row.storage;
    if (!isSame) return now;
    now.cleanedAt = new Date();
    if (facts) {
      const { mime, size, width, height } = facts;
      if (isNew) await stores.of(row.storage).put(row.path, copy, { mime, size, sha256 });
      Object.assign(now, { size, width, height, sha256 });
    }
    return now;
  });
}
