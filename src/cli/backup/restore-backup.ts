/**
 * Restores a backup into an empty database. The rows come in one transaction, and with them the freeze:
 * nothing leaves before a person resumes.
 */
import { createHash } from 'node:crypto';
import { createReadStream, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { StringDecoder } from 'node:string_decoder';
import { createGunzip } from 'node:zlib';
import { connectDatabase, migrate } from '../../platform/database.ts';
import { withPostgres } from '../../embedded/postgres-client.ts';
import { credentialsBinding, type Secrets } from '../../platform/secrets.ts';
import { MANIFEST, tableFile, unpackTables, unpackUploads } from './archive.ts';
import { BackupError, parseManifest, type Manifest, type TableFacts } from './manifest.ts';
import { TRANSIENT_KEYS, readMigrations, readTables, type Client } from './tables.ts';

/** Rows written at a time. */
const BATCH = 500;

export interface RestoreOptions {
  readonly databaseUrl: string;
  /** null = without uploads. */
  readonly uploadFolder: string | null;
  readonly file: string;
  /** null = the key is lost: every channel has to be connected again. */
  readonly secrets: Secrets | null;
}

/**
 * Restores. Refused before anything is changed: a file that is no backup, one of a newer version, a database
 * that holds something, credentials that the key does not open.
 *
 * @throws BackupError with the way out; whatever fails while rows are written leaves no row behind
 */
export async function restoreBackup(options: RestoreOptions): Promise<Manifest> {
  const staging = mkdtempSync(join(tmpdir(), 'crier-restore-'));
  try {
    await unpackTables(options.file, staging);
    const manifest = parseManifest(readFileSync(join(staging, MANIFEST), 'utf8'));
    await withPostgres(options.databaseUrl, (client) => assertEmpty(client, manifest));
    await migrateTo(options.databaseUrl, manifest.migrations.at(-1));
    if (options.uploadFolder !== null && manifest.uploads?.files) {
      mkdirSync(options.uploadFolder, { recursive: true });
      await unpackUploads(options.file, options.uploadFolder);
    }
    await withPostgres(options.databaseUrl, (client) =>
      load(client, { manifest, staging, secrets: options.secrets }),
    );
    await migrateTo(options.databaseUrl);
    return manifest;
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

/** What processes write by themselves into an instance that nobody has used yet. */
const MADE_ANEW = `${TRANSIENT_KEYS} or key in ('timeline_totals', 'reconciler')`;

/** A database without tables, or with those of the backup's version or an older one and nothing in them. */
async function assertEmpty(client: Client, manifest: Manifest): Promise<void> {
  const applied = await readMigrations(client);
  const tables = await readTables(client);
  for (const table of applied.length ? tables : []) {
    if (
      (
        await client.query(
          `select 1 from "${table.name}"${table.name === 'instance_state' ? ` where not (${MADE_ANEW})` : ''} limit 1`,
        )
      ).rows.length
    ) {
      throw new BackupError(
        'database_not_empty',
        `The database is not empty (table ${table.name} has rows): restore into a new database, or a new CRIER_DATA_DIR`,
      );
    }
  }
  if (!applied.length && tables.length) {
    throw new BackupError(
      'database_not_empty',
      `The database holds tables that are not Crier's (${tables[0]?.name}): restore into a new database`,
    );
  }
  const newer = applied.find((name) => !manifest.migrations.includes(name));
  if (newer) {
    throw new BackupError(
      'database_newer',
      `The database has the tables of a newer version than the backup (${newer}): restore into a new database, without migrating it first`,
    );
  }
}

/** Brings the schema to the migration of that name; to this version's own without one. */
async function migrateTo(url: string, name?: string): Promise<void> {
  const database = await connectDatabase({ url, poolSize: 2, applicationName: 'crier-restore' });
  try {
    await migrate(database, name);
  } finally {
    await database.close();
  }
}

async function load(
  client: Client,
  { manifest, staging, secrets }: { manifest: Manifest; staging: string; secrets: Secrets | null },
): Promise<void> {
  await client.query('begin');
  await client.query(
    "set local timezone = 'UTC'; set local datestyle = 'ISO'; set local statement_timeout = 0",
  );
  await client.query('delete from instance_state');
  for (const table of manifest.tables) await loadTable(client, table, join(staging, tableFile(table.name)));
  await continueIdentities(client);
  await checkCredentials(client, secrets);
  const reason = `Restored from the backup of ${manifest.at}: posts that went out after it would go out again`;
  await client.query(
    "insert into instance_state (key, value) values ('frozen', jsonb_build_object('at', clock_timestamp(), 'reason', $1::text)) on conflict (key) do update set value = excluded.value, updated_at = now()",
    [reason],
  );
  await client.query('commit');
}

async function loadTable(client: Client, table: TableFacts, file: string): Promise<void> {
  const columns = table.columns.map((c) => `"${c}"`);
  // A type of the row as it was, whatever was added to the table since.
  await client.query(
    `create temp table "row_of_${table.name}" (${columns.map((c, n) => `${c} ${table.types[n]}`).join(', ')}) on commit drop`,
  );
  const insert = `insert into "${table.name}" (${columns.join(', ')}) overriding system value select (r).* from (select line::pg_temp."row_of_${table.name}" as r from unnest($1::text[]) line offset 0) rows`;
  const hash = createHash('sha256');
  let count = 0;
  await pipeline(createReadStream(file), createGunzip(), async (source: AsyncIterable<Buffer>) => {
    for await (const lines of batches(source)) {
      hash.update(lines.map((line) => `${line}\n`).join(''));
      count += lines.length;
      await client.query(insert, [lines.map((line) => JSON.parse(line) as string)]);
    }
  }).catch((cause: NodeJS.ErrnoException) => {
    throw /^(Z_|ENOENT)/.test(cause.code ?? '') || cause instanceof SyntaxError
      ? damaged(table.name, cause)
      : cause;
  });
  if (count !== table.rows || hash.digest('hex') !== table.sha256) throw damaged(table.name);
}

function damaged(table: string, cause?: Error): BackupError {
  return new BackupError(
    'backup_damaged',
    `The backup is damaged: the rows of ${table} are not those that were written. Nothing was restored`,
    { cause },
  );
}

/** Lines in batches. Split at line feeds alone: a post may hold every other separator that there is. */
async function* batches(source: AsyncIterable<Buffer>): AsyncGenerator<string[]> {
  const decoder = new StringDecoder('utf8');
  const lines: string[] = [];
  let rest = '';
  for await (const chunk of source) {
    const parts = (rest + decoder.write(chunk)).split('\n');
    rest = parts.pop() ?? '';
    lines.push(...parts);
    if (lines.length >= BATCH) yield lines.splice(0);
  }
  if (rest) lines.push(rest);
  if (lines.length) yield lines;
}

/** New rows get ids after those that came back. */
async function continueIdentities(client: Client): Promise<void> {
  const { rows } = await client.query(
    "select table_name as table, column_name as column from information_schema.columns where table_schema = 'public' and is_identity = 'YES' and table_name <> 'migration'",
  );
  for (const { table, column } of rows) {
    await client.query(
      `select setval(pg_get_serial_sequence('"${table}"', '${column}'), coalesce((select max("${column}") from "${table}"), 0) + 1, false)`,
    );
  }
}

/** A key may have the right name and be another one: only opening tells. */
async function checkCredentials(client: Client, secrets: Secrets | null): Promise<void> {
  if (!secrets) {
    return void (await client.query('update integration set refresh_needed = true where deleted_at is null'));
  }
  const { rows } = await client.query(
    'select id, organization_id, credentials from integration where deleted_at is null',
  );
  for (const row of rows) {
    try {
      secrets.open(String(row.credentials), credentialsBinding(String(row.organization_id), String(row.id)));
    } catch (cause) {
      const id = String(row.credentials).split(':')[1];
      throw new BackupError(
        'key_missing',
        `The encryption key "${id}" that this backup's channels were connected with is not here: set ENCRYPTION_KEY to it (or put the old secrets.json into the data folder), or restore with --no-key and connect every channel again`,
        { cause },
      );
    }
  }
}
