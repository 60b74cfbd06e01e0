/** The manifest of a backup: enough to reject the backup before anything is written. */
import { migrations } from '../../../migrations/index.ts';
import { BackupError } from './backup-error.ts';

/** One table. `types` are PostgreSQL's names for the types of `columns`, in the same order. */
export interface TableFacts {
  readonly name: string;
  readonly columns: readonly string[];
  readonly types: readonly string[];
  readonly rows: number;
  /** SHA-256 of its uncompressed lines, in hex. */
  readonly sha256: string;
}

export interface Manifest {
  readonly format: 1;
  /** When the snapshot was taken, by the database's clock; ISO 8601. */
  readonly at: string;
  /** The applied migrations, in order. */
  readonly migrations: readonly string[];
  /** Each table comes after those it refers to. */
  readonly tables: readonly TableFacts[];
  /** Ids of the encryption keys that credentials are encrypted with. The keys are not in the backup. */
  readonly keyIds: readonly string[];
  /**
   * Number of uploads in it, and of those whose file was not found; null if they were left out. `inBucket`:
   * of those that are in the bucket of the instance, and never in a backup; absent where there are none.
   */
  readonly uploads: { readonly files: number; readonly missing: number; readonly inBucket?: number } | null;
}

const NAME = /^[a-z_][a-z0-9_]*$/;
// Restoring puts the types into a statement.
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
    throw new BackupError('backup_not_readable', 'This is not a backup that this version of Crier can read');
  }
  const unknown = manifest.migrations.find((name) => !migrations.some((m) => m.name === name));
  if (unknown) {
    throw new BackupError(
      'backup_newer',
      `The backup is from a newer version of Crier (with ${unknown}): restore it with that version`,
    );
  }
  return manifest;
}

function readJson(text: string): Manifest | null {
  try {
    return JSON.parse(text) as Manifest | null;
  } catch {
    return null; // the caller rejects it with an explanation
  }
}
