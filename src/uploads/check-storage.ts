/**
 * Compares the files in the storages with the rows: what is missing, what is damaged, and what nobody needs.
 */
import type { Context } from '../platform/context.ts';
import type { Statement } from '../platform/database.ts';
import { MEDIA_REJECTED } from '../platform/media/media-rejected.ts';
import type { FileStore, StoreName } from '../platform/media/stores/file-store.ts';
import { hashOf } from '../platform/media/stores/hash-file.ts';

export interface CheckOptions {
  /** Reads every file and compares its SHA-256; files that have none yet get one. */
  readonly hashes: boolean;
  /** Deletes what nobody needs. */
  readonly remove: boolean;
  /** What is younger may belong to an upload, a move or a post that is under way. Default: a day. */
  readonly minAgeMs?: number;
}

/** A number of files with their bytes together, and the paths of the first ones. */
export interface Amount {
  files: number;
  bytes: number;
  readonly first: string[];
}

export interface Checked {
  readonly stores: readonly {
    readonly name: StoreName;
    readonly place: string;
    /** The files that are here by the rows. */
    readonly files: Amount;
    /** Files that no row names. */
    readonly orphans: Amount;
    /** Copies of files that were moved to the other storage. */
    readonly leftovers: Amount;
  }[];
  readonly missing: Amount;
  readonly damaged: Amount;
  /** What was deleted. */
  readonly removed: Amount;
}

type CheckDeps = Pick<Context, 'database' | 'storage'>;

const DAY_MS = 86_400_000;
const BATCH = 500;
const AT_ONCE = 8;
const FIRST_PATHS = 10;

const NAMED: Statement = {
  name: 'storage-check-named',
  text: `select path, storage, size::float8 as size, coalesce(extract(epoch from now() - moved_at) * 1000, 1e15)::float8 as "movedMs"
    from media where path = any($1::text[])`,
};
const ROWS: Statement = {
  name: 'storage-check-rows',
  text: `select id, path, size::float8 as size, sha256, storage, organization_id as "organizationId", name from media
    where storage = $1 and id > $2 order by id limit $3`,
};
const NOTE_HASH: Statement = {
  name: 'storage-check-note-hash',
  text: 'update media set sha256 = $2 where id = $1 and sha256 is null and size = $3 and storage = $4',
};

interface Row {
  readonly id: string;
  readonly organizationId: string;
  readonly name: string | null;
  readonly path: string;
  readonly size: number;
  readonly sha256: string | null;
}

/** @throws StorageProblem where a storage does not answer or is not set up */
export async function checkStorage(deps: CheckDeps, options: CheckOptions): Promise<Checked> {
  const { database, storage } = deps;
  const { stores } = storage;
  const [missing, damaged, removed] = [none(), none(), none()];
  const checked = [];
  for (const store of [stores.local, stores.s3].filter((one) => one !== undefined)) {
    const [files, orphans, leftovers] = [none(), none(), none()];
    await walkRows(database, store, async (row) => {
      const found = await look(database, store, { row, hashes: options.hashes });
      add(found === 'right' ? files : found === 'missing' ? missing : damaged, row);
      if (found !== 'right') await tell(database, row, found);
    });
    await walkFiles(deps, store, async (file) => {
      if (file.use === 'used' || file.ageMs < (options.minAgeMs ?? DAY_MS)) return;
      add(file.use === 'orphan' ? orphans : leftovers, file);
      if (!options.remove) return;
      await store.remove(file.path);
      add(removed, file);
    });
    checked.push({ name: store.name, place: store.place, files, orphans, leftovers });
  }
  return { stores: checked, missing, damaged, removed };
}

const none = (): Amount => ({ files: 0, bytes: 0, first: [] });

function add(to: Amount, { path, size }: { readonly path: string; readonly size: number }): void {
  to.files++;
  to.bytes += size;
  if (to.first.length < FIRST_PATHS) to.first.push(path);
}

/** The organisation, which would learn of it from a post that fails. */
async function tell(
  database: CheckDeps['database'],
  { id, organizationId, name }: Row,
  found: 'missing' | 'damaged',
): Promise<void> {
  const reason = found === 'missing' ? 'is not in the storage any more' : 'has changed since it was stored';
  const message = `The file ${reason}: upload it again`;
  await database.query(MEDIA_REJECTED, [organizationId, id, name, `media_${found}`, message]);
}

async function look(
  database: CheckDeps['database'],
  store: FileStore,
  { row, hashes }: { row: Row; hashes: boolean },
): Promise<'right' | 'missing' | 'damaged'> {
  if ((await store.facts(row.path))?.size !== row.size) return 'missing';
  if (!hashes) return 'right';
  const sha256 = await hashOf(await store.read(row.path));
  if (row.sha256 === null) await database.query(NOTE_HASH, [row.id, sha256, row.size, store.name]);
  return row.sha256 === null || row.sha256 === sha256 ? 'right' : 'damaged';
}

async function walkRows(
  database: CheckDeps['database'],
  { name }: FileStore,
  each: (row: Row) => Promise<void>,
): Promise<void> {
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const rows = await database.query<Row>(ROWS, [name, after, BATCH]);
    for (let at = 0; at < rows.length; at += AT_ONCE) {
      await Promise.all(rows.slice(at, at + AT_ONCE).map(each));
    }
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
  }
}

/** What a file is for; `ageMs`: since it came here, or since nobody needs it here. */
interface Listed {
  readonly path: string;
  readonly size: number;
  readonly ageMs: number;
  readonly use: 'used' | 'orphan' | 'leftover';
}

interface Named {
  readonly path: string;
  readonly size: number;
  readonly storage: StoreName;
  readonly movedMs: number;
}

async function walkFiles(
  { database, storage }: CheckDeps,
  store: FileStore,
  each: (file: Listed) => Promise<void>,
): Promise<void> {
  let batch: { path: string; size: number; modifiedAt: Date }[] = [];
  // A copy is not needed once the file is where its row points.
  const isElsewhere = async ({ path, size, storage: name }: Named): Promise<boolean> =>
    (await storage.stores.of(name).facts(path))?.size === size;
  const flush = async (): Promise<void> => {
    const rows = await database.query<Named>(NAMED, [batch.map(({ path }) => path)]);
    const byPath = new Map(rows.map((row) => [row.path, row]));
    for (const { path, size, modifiedAt } of batch) {
      const row = byPath.get(path);
      const ageMs = Date.now() - modifiedAt.getTime();
      if (!row) await each({ path, size, ageMs, use: 'orphan' });
      else if (row.storage === store.name || !(await isElsewhere(row))) {
        await each({ path, size, ageMs, use: 'used' });
      } else await each({ path, size, ageMs: row.movedMs, use: 'leftover' });
    }
    batch = [];
  };
  for await (const file of store.list()) {
    batch.push(file);
    if (batch.length === BATCH) await flush();
  }
  if (batch.length) await flush();
}
