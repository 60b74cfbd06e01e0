/** Backs up a running instance: all tables as of one moment, while posts are created and published. */
import { createHash, type Hash } from 'node:crypto';
import {
  chmodSync,
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { withPostgres } from '../../platform/postgres-client.ts';
import { NOTE_BACKUP, type LastBackup } from '../../platform/last-backup.ts';
import { whyNotWritable } from '../../platform/new-file.ts';
import { MANIFEST, TABLES, pack, tableFile } from './archive.ts';
import { BackupError } from './backup-error.ts';
import type { Manifest, TableFacts } from './manifest.ts';
import { readMigrations, readTables, rowsOf, type Client, type Table } from './tables.ts';

/** Rows read at a time. */
const FETCH = 500;

export interface BackupOptions {
  readonly databaseUrl: string;
  /** Null: without uploads. */
  readonly uploadFolder: string | null;
  /** Must not exist. Only its owner can read it, because it contains every post. */
  readonly file: string;
}

/**
 * The file appears once it is complete. Only changes of the schema are locked out meanwhile.
 *
 * @returns the manifest and the size of the file in bytes
 * @throws BackupError `file_exists`, `folder_not_found`, `folder_not_writable`; errors of the database
 */
export async function writeBackup(options: BackupOptions): Promise<{ manifest: Manifest; bytes: number }> {
  const file = resolve(options.file);
  const obstacle = whyNotWritable(file);
  if (obstacle) throw new BackupError(obstacle.code, obstacle.message, obstacle);
  // Next to the file, because it needs as much space and is renamed at the end.
  const staging = mkdtempSync(join(dirname(file), '.crier-backup-'));
  try {
    mkdirSync(join(staging, TABLES));
    const { manifest, paths } = await withPostgres(options.databaseUrl, (client) =>
      copyDatabase(client, staging, options.uploadFolder),
    );
    writeFileSync(join(staging, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`);
    const packed = join(staging, 'backup.tar');
    await pack(packed, staging, { folder: options.uploadFolder ?? '', paths });
    chmodSync(packed, 0o600);
    renameSync(packed, file);
    const bytes = statSync(file).size;
    const note: LastBackup = { at: manifest.at, bytes, uploads: manifest.uploads !== null };
    await withPostgres(options.databaseUrl, (client) => client.query(NOTE_BACKUP, [JSON.stringify(note)]));
    return { manifest, bytes };
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

/** One snapshot of all tables (PostgreSQL manual, 13.2.2): every row as of the first statement. */
async function copyDatabase(
  client: Client,
  staging: string,
  uploadFolder: string | null,
): Promise<{ manifest: Manifest; paths: string[] }> {
  await client.query('begin transaction isolation level repeatable read read only');
  await client.query(
    `set local timezone = 'UTC';
    set local datestyle = 'ISO';
    set local intervalstyle = 'iso_8601';
    set local extra_float_digits = 1;
    set local statement_timeout = 0`,
  );
  const [now] = (
    await client.query(`select to_char(clock_timestamp(), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at`)
  ).rows;
  const tables: TableFacts[] = [];
  for (const table of await readTables(client)) {
    tables.push(await copyTable(client, table, join(staging, tableFile(table.name))));
  }
  const keys = (
    await client.query(
      `select distinct split_part(credentials, ':', 2) as id
      from integration
      where deleted_at is null
      order by 1`,
    )
  ).rows;
  const { named, inBucket } = uploadFolder ? await readUploads(client) : { named: [], inBucket: 0 };
  const paths = named.filter((path) => existsSync(join(uploadFolder ?? '', path)));
  const manifest: Manifest = {
    format: 1,
    at: String(now?.at),
    migrations: await readMigrations(client),
    tables,
    keyIds: keys.map((k) => String(k.id)),
    uploads:
      uploadFolder === null
        ? null
        : { files: paths.length, missing: named.length - paths.length, ...(inBucket ? { inBucket } : {}) },
  };
  await client.query('commit');
  return { manifest, paths };
}

/**
 * The paths of the uploads, and how many are in a bucket. Of a database before buckets too: all are in the
 * folder.
 */
async function readUploads(client: Client): Promise<{ named: string[]; inBucket: number }> {
  const { rows } = await client.query(
    `select path, coalesce(to_jsonb(m) ->> 'storage', 'local') = 'local' as here
      from media m where deleted_at is null order by path`,
  );
  const named = rows.filter(({ here }) => here).map(({ path }) => String(path));
  return { named, inBucket: rows.length - named.length };
}

async function copyTable(client: Client, table: Table, file: string): Promise<TableFacts> {
  const facts = { rows: 0, hash: createHash('sha256') };
  await client.query(`declare backup no scroll cursor for ${rowsOf(table)}`);
  await pipeline(
    Readable.from(readRows(client, facts)),
    createGzip({ level: 1 }),
    createWriteStream(file, { mode: 0o600 }),
  );
  await client.query('close backup');
  return {
    name: table.name,
    columns: table.columns,
    types: table.types,
    rows: facts.rows,
    sha256: facts.hash.digest('hex'),
  };
}

/** One JSON string per line, because rows may contain line breaks. */
async function* readRows(client: Client, facts: { rows: number; hash: Hash }): AsyncGenerator<string> {
  for (;;) {
    const { rows } = await client.query(`fetch ${FETCH} from backup`);
    if (!rows.length) return;
    const text = rows.map((r) => `${JSON.stringify(r.line)}\n`).join('');
    facts.rows += rows.length;
    facts.hash.update(text);
    yield text;
  }
}
