/** What stands in a backup beside the rows: enough to refuse it before anything is written. */
import { migrations } from '../../../migrations/index.ts';

/** A backup that cannot be made or restored; `code` is stable, the message names the way out. */
export class BackupError extends Error {
  readonly code:
    | 'backup_not_readable'
    | 'backup_damaged'
    | 'backup_newer'
    | 'database_not_empty'
    | 'database_newer'
    | 'key_missing'
    | 'file_exists';

  constructor(code: BackupError['code'], message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = 'BackupError';
    this.code = code;
  }
}

/** One table. `types` are PostgreSQL's names of the columns' types, in the order of `columns`. */
export interface TableFacts {
  readonly name: string;
  readonly columns: readonly string[];
  readonly types: readonly string[];
  readonly rows: number;
  /** SHA-256 of the lines of its file before compression, hex. */
  readonly sha256: string;
}

export interface Manifest {
  readonly format: 1;
  /** When the snapshot was taken by the database's clock, ISO 8601. */
  readonly at: string;
  /** Names of the applied migrations, in order: the version of the schema. */
  readonly migrations: readonly string[];
  /** In an order in which they can be filled: a table comes after those it refers to. */
  readonly tables: readonly TableFacts[];
  /**
   * Ids of the encryption keys under which credentials are stored. The keys themselves are not in the backup.
   */
  readonly keyIds: readonly string[];
  /**
   * Uploaded files in it; null when they were left out. `missing` = files that a row names and that were not
   * there.
   */
  readonly uploads: { readonly files: number; readonly missing: number } | null;
}

const NAME = /^[a-z_][a-z0-9_]*$/;
// Types are written into a statement at restore.
const TYPE = /^[a-z ]+(?:\(\d+(?:,\d+)?\))?(?:\[\])?$/;

/** Reads manifest.json. @throws BackupError `backup_not_readable`, `backup_newer` */
export function parseManifest(text: string): Manifest {
  const manifest = readJson(text);
  const known =
    manifest?.format === 1 &&
    Array.isArray(manifest.migrations) &&
    Array.isArray(manifest.tables) &&
    manifest.tables.every(
      (t) =>
        NAME.test(t.name) &&
        t.columns.length === t.types.length &&
        t.columns.every((c: string) => NAME.test(c)) &&
        t.types.every((type: string) => TYPE.test(type)),
    );
  if (!known) {
    throw new BackupError('backup_not_readable', 'This is no backup that this version of Crier can read');
  }
  const unknown = manifest.migrations.find((name) => !migrations.some((m) => m.name === name));
  if (unknown) {
    throw new BackupError(
      'backup_newer',
      `The backup was made by a newer version of Crier (it knows ${unknown}): restore it with that version`,
    );
  }
  return manifest;
}

function readJson(text: string): Manifest | null {
  try {
    return JSON.parse(text) as Manifest | null;
  } catch {
    return null; // refused by the caller in words
  }
}
