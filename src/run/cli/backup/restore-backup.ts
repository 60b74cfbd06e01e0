/**
 * Restores a backup into an empty database. One transaction writes the rows and freezes publishing, so that
 * nothing is published before a person resumes it.
 */
import { createHash } from 'node:crypto';
import { createReadStream, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { StringDecoder } from 'node:string_decoder';
import { createGunzip } from 'node:zlib';
import { connectDatabase, migrate } from '../../../platform/database.ts';
import { CAME_OVER } from '../../../platform/entities/came-over.ts';
import { withPostgres } from '../../../platform/postgres-client.ts';
import { DOUBT_PUBLISHERS } from '../../../platform/published-elsewhere.ts';
import { NOTE_RESTORED } from '../../../platform/restored.ts';
import { credentialsBinding, type Secrets } from '../../../platform/secrets.ts';
import { MANIFEST, tableFile, unpackTables, unpackUploads } from '../../../transfer/backup/archive.ts';
import { BackupError } from '../../../transfer/backup/backup-error.ts';
import { parseManifest, type Manifest, type TableFacts } from '../../../transfer/backup/manifest.ts';
import { TRANSIENT_KEYS, readMigrations, readTables, type Client } from '../../../transfer/backup/tables.ts';

/** Rows written at a time. */
const BATCH = 500;

export interface RestoreOptions {
  readonly databaseUrl: string;
  /** Null: without uploads. */
  readonly uploadFolder: string | null;
  readonly file: string;
  /** Null: the key is lost, and every channel has to be reconnected. */
  readonly secrets: Secrets | null;
}

/**
 * Rejects, before anything is changed, a file that is not a backup or is from a newer version, a database
 * that is not empty, and credentials that the key does not decrypt.
 *
 * @throws BackupError; an error while rows are written leaves no row behind
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

/** What processes write into an instance that nobody has used yet. */
const SELF_WRITTEN_KEYS = `${TRANSIENT_KEYS} or key in ('timeline_totals', 'reconciler')`;

/** Accepts a database without tables, and empty tables of the backup's version or an older one. */
async function assertEmpty(client: Client, manifest: Manifest): Promise<void> {
  const applied = await readMigrations(client);
  const tables = await readTables(client);
  for (const table of applied.length ? tables : []) {
    const where = table.name === 'instance_state' ? ` where not (${SELF_WRITTEN_KEYS})` : '';
    const { rows } = await client.query(`select 1 from "${table.name}"${where} limit 1`);
    if (rows.length) {
      throw new BackupError(
        'database_not_empty',
        `The database is not empty (table ${table.name} has rows): ` +
          'restore into a new database, or a new CRIER_DATA_DIR',
      );
    }
  }
  if (!applied.length && tables.length) {
    throw new BackupError(
      'database_not_empty',
      `The database contains tables that are not Crier's (${tables[0]?.name}): restore into a new database`,
    );
  }
  const newer = applied.find((name) => !manifest.migrations.includes(name));
  if (newer) {
    throw new BackupError(
      'database_newer',
      `The database is of a newer version than the backup (${newer}): ` +
        'restore into a new database, without migrating it first',
    );
  }
}

/** Migrates to the migration of this name; without a name, to the newest one. */
async function migrateTo(url: string, name?: string): Promise<void> {
  const database = await connectDatabase({ url, poolSize: 2, applicationName: 'crier-restore' });
  try {
    await migrate(database, name);
  } finally {
    await database.close();
  }
}

const FREEZE = `
  insert into instance_state (key, value)
  values ('frozen', jsonb_build_object('at', clock_timestamp(), 'reason', $1::text))
  on conflict (key) do update set value = excluded.value, updated_at = now()`;

// A person may have signed out since, changed a password, used a link or approved an app: short-lived rows
// are not brought back to life.
const END_SESSIONS: Readonly<Record<string, string>> = {
  session: 'delete from session',
  user_token: 'update user_token set used_at = now() where used_at is null',
  oauth_code: 'delete from oauth_code',
  // The browsers that know it have ended with the sessions; it may not open with this ENCRYPTION_KEY.
  push_key: 'delete from push_key',
};

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
  const reason = `Restored from the backup of ${manifest.at}: later posts would be published again`;
  await client.query(FREEZE, [reason]);
  await client.query(NOTE_RESTORED, [manifest.at]);
  if (manifest.tables.some(({ name }) => name === CAME_OVER)) await client.query(DOUBT_PUBLISHERS);
  for (const { name } of manifest.tables) if (END_SESSIONS[name]) await client.query(END_SESSIONS[name]);
  // PostgreSQL takes tables that were just filled for empty ones (countRows).
  await client.query('analyze');
  await client.query('commit');
}

async function loadTable(client: Client, table: TableFacts, file: string): Promise<void> {
  const columns = table.columns.map((c) => `"${c}"`);
  // The row type of the backup, whichever columns the table has gained since.
  const typed = columns.map((column, n) => `${column} ${table.types[n]}`).join(', ');
  await client.query(`create temp table "row_of_${table.name}" (${typed}) on commit drop`);
  const insert = `
    insert into "${table.name}" (${columns.join(', ')})
    overriding system value
    select (r).* from (
      select line::pg_temp."row_of_${table.name}" as r from unnest($1::text[]) line offset 0
    ) rows`;
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
    `The backup is damaged: the rows of ${table} have changed since it was written. Nothing was restored`,
    { cause },
  );
}

/** Lines in batches. Only line feeds separate them: a post may contain any other separator. */
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

/** New rows get ids after the restored ones. */
async function continueIdentities(client: Client): Promise<void> {
  const { rows } = await client.query(
    `select table_name as table, column_name as column
    from information_schema.columns
    where table_schema = 'public' and is_identity = 'YES' and table_name <> 'migration'`,
  );
  for (const { table, column } of rows) {
    await client.query(
      `select setval(
        pg_get_serial_sequence('"${table}"', '${column}'),
        coalesce((select max("${column}") from "${table}"), 0) + 1,
        false
      )`,
    );
  }
}

/** A key may have the right id and still be another one, so the credentials are decrypted. */
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
        `The encryption key "${id}", which the channels of this backup were connected with, is missing: ` +
          'set ENCRYPTION_KEY to it (or put the old secrets.json into the data folder), ' +
          'or restore with --no-key and reconnect every channel',
        { cause },
      );
    }
  }
}
