/** The backup that an update makes by itself, before it changes the tables. */
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../platform/config/config.ts';
import type { Database, Statement } from '../../platform/database.ts';
import { directDatabaseUrl } from '../../platform/database-url.ts';
import { StartError, explainFailure } from '../../platform/start-error.ts';
import { VERSION } from '../../platform/version.ts';
import { BackupError } from './backup-error.ts';
import { writeBackup } from './write-backup.ts';

const KEPT = 3;
const NAME = /^before-.*-\d{8}T\d{6}Z\.tar$/;
const IN_USE: Statement = {
  name: 'before-update-in-use',
  text: 'select exists (select 1 from organization) as used',
};

/**
 * Writes all tables to `backups/before-VERSION-TIME.tar` in the data folder, and removes all but the newest
 * three of these files. An instance that nobody has used yet needs none.
 *
 * @throws StartError with the fix when it cannot be written; nothing has changed then
 */
export async function backUpBefore(
  database: Database,
  config: Pick<Config, 'DATABASE_URL' | 'DATABASE_DIRECT_URL' | 'CRIER_DATA_DIR' | 'CRIER_UPGRADE_BACKUP'>,
): Promise<string | null> {
  if (config.CRIER_UPGRADE_BACKUP === false || !config.DATABASE_URL) return null;
  const [row] = await database.query<{ used: boolean }>(IN_USE);
  if (!row?.used) return null;
  const folder = join(config.CRIER_DATA_DIR, 'backups');
  const time = new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const file = join(folder, `before-${VERSION}-${time}.tar`);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    await writeBackup({ databaseUrl: directDatabaseUrl(config), uploadFolder: null, file });
  } catch (error) {
    const { message } =
      error instanceof BackupError
        ? error
        : explainFailure(`Could not write ${file}`, error, 'CRIER_DATA_DIR');
    throw new StartError(
      `${message}. The update needs a backup first, and has changed nothing. CRIER_UPGRADE_BACKUP=false does without one`,
      { cause: error },
    );
  }
  // By their time: a version may be older than the one before it.
  const made = readdirSync(folder).filter((name) => NAME.test(name));
  const timeOf = (name: string): string => name.slice(-'YYYYMMDDTHHMMSSZ.tar'.length);
  for (const name of made.toSorted((a, b) => timeOf(b).localeCompare(timeOf(a))).slice(KEPT)) {
    rmSync(join(folder, name));
  }
  return file;
}
