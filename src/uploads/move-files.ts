/** Moves the bytes of files from one storage to the other, while posts are created and published. */
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { Context } from '../platform/context.ts';
import type { Statement } from '../platform/database.ts';
import { withIncomingFile } from '../platform/media/incoming.ts';
import type { FileStore, StoreName } from '../platform/media/stores/file-store.ts';
import { hashOf, hashOfFile } from '../platform/media/stores/hash-file.ts';

export interface MoveOptions {
  readonly from: StoreName;
  readonly to: StoreName;
  /** Only its files. Default: those of all. */
  readonly organizationId?: string;
  /** After each batch. */
  readonly say?: (progress: { readonly moved: number; readonly left: number }) => void;
  /** Ends it after the files that are being moved; what is moved stays so. */
  readonly signal?: AbortSignal;
}

/** `bytes` moved. The files of the lists stay where they are; each is named by its path. */
export interface Moved {
  readonly moved: number;
  readonly bytes: number;
  /** Missing, or of another length than in their rows. */
  readonly missing: readonly string[];
  /** Files with another SHA-256 than when they were stored. */
  readonly damaged: readonly string[];
}

type MoveDeps = Pick<Context, 'database' | 'storage' | 'uploadFolder'>;

interface Row {
  readonly id: string;
  readonly path: string;
  readonly mime: string;
  readonly size: number;
  readonly sha256: string | null;
  readonly cleanedAt: string | null;
}

/** Deleted files too: posts that were published with them link to them. */
const NEXT: Statement = {
  name: 'storage-move-next',
  text: `select id, path, mime, size::float8 as size, sha256, cleaned_at::text as "cleanedAt"
    from media
    where storage = $1 and id > $2 and ($3::uuid is null or organization_id = $3)
    order by id
    limit $4`,
};
const LEFT: Statement = {
  name: 'storage-move-left',
  text: `select count(*)::int as n from media where storage = $1 and ($2::uuid is null or organization_id = $2)`,
};
/**
 * Unless its bytes have become other ones: a picture that was cleaned meanwhile, or one that was copied
 * again.
 */
const NOTE: Statement = {
  name: 'storage-move-note',
  text: `update media set storage = $2, sha256 = $3, moved_at = now()
    where id = $1 and storage <> $2 and size = $4 and (sha256 is null or sha256 = $3)
      and cleaned_at is not distinct from $5::timestamptz
    returning id`,
};
const FIRST = '00000000-0000-0000-0000-000000000000';
const BATCH = 100;
/** Most of the time goes to waiting for the bucket. */
const AT_ONCE = 8;
/** A file that was changed while it was moved is taken up again. */
const PASSES = 3;

/**
 * Each file is copied, read back and compared, and only then its row names the new place; until then, and
 * if this is interrupted, it is used from where it was. The copies at the old place stay: `storage check`
 * deletes them when nobody can be reading them any more. Typed again, it goes on with what is left.
 *
 * @throws StorageProblem where a storage does not answer or is not set up, ApiError `storage_full`
 */
export async function moveFiles(deps: MoveDeps, options: MoveOptions): Promise<Moved> {
  const { stores } = deps.storage;
  const places = { from: stores.of(options.from), to: stores.of(options.to) };
  const done = { moved: 0, bytes: 0, missing: new Set<string>(), damaged: new Set<string>() };
  for (let pass = 1; pass <= PASSES; pass++) {
    let changed = 0;
    for await (const rows of batches(deps, options)) {
      for (const [row, outcome] of await inParts(rows, (one) => moveOne(deps, places, one))) {
        if (outcome === 'moved') {
          done.moved++;
          done.bytes += row.size;
        } else if (outcome === 'changed') changed++;
        else done[outcome].add(row.path);
      }
      options.say?.({ moved: done.moved, left: await countLeft(deps, options) });
    }
    if (!changed) break;
  }
  return { ...done, missing: [...done.missing], damaged: [...done.damaged] };
}

async function* batches(
  { database }: MoveDeps,
  {
    from,
    organizationId = null,
    signal,
  }: { from: StoreName; organizationId?: string | null; signal?: AbortSignal },
): AsyncGenerator<readonly Row[]> {
  for (let after = FIRST; ;) {
    const rows = await database.query<Row>(NEXT, [from, after, organizationId, BATCH]);
    const last = rows.at(-1);
    if (!last || signal?.aborted) return;
    yield rows;
    after = last.id;
  }
}

async function countLeft({ database }: MoveDeps, { from, organizationId }: MoveOptions): Promise<number> {
  const [row] = await database.query<{ n: number }>(LEFT, [from, organizationId ?? null]);
  return row?.n ?? 0;
}

async function inParts<T, R>(all: readonly T[], work: (one: T) => Promise<R>): Promise<[T, R][]> {
  const done: [T, R][] = [];
  for (let at = 0; at < all.length; at += AT_ONCE) {
    const some = all.slice(at, at + AT_ONCE);
    const settled = await Promise.allSettled(some.map(work));
    settled.forEach((result, i) => {
      if (result.status === 'rejected') throw result.reason;
      done.push([some[i] as T, result.value]);
    });
  }
  return done;
}

type Outcome = 'moved' | 'missing' | 'damaged' | 'changed';

async function moveOne(
  { database, uploadFolder }: MoveDeps,
  { from, to }: { from: FileStore; to: FileStore },
  row: Row,
): Promise<Outcome> {
  if ((await from.facts(row.path))?.size !== row.size) return 'missing';
  return withIncomingFile(uploadFolder, async (copy) => {
    await pipeline(await from.read(row.path), createWriteStream(copy, { flags: 'wx' }));
    const sha256 = await hashOfFile(copy);
    if (row.sha256 && row.sha256 !== sha256) return 'damaged';
    if (!(await holds(to, row, sha256))) {
      await to.put(row.path, copy, { mime: row.mime, size: row.size, sha256 });
      // Read again: posts are sent with what is recorded now.
      if (!(await holds(to, row, sha256))) return 'changed';
    }
    const noted = await database.query(NOTE, [row.id, to.name, sha256, row.size, row.cleanedAt]);
    return noted.length ? 'moved' : 'changed';
  });
}

async function holds(store: FileStore, { path, size }: Row, sha256: string): Promise<boolean> {
  return (await store.facts(path))?.size === size && (await hashOf(await store.read(path))) === sha256;
}
