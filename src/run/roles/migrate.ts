/** Migrates the database to this version and exits. What is there is backed up first. */
import { migrations } from '../../../migrations/index.ts';
import { backUpBefore } from '../../transfer/backup/before-update.ts';
import type { Config } from '../../platform/config/config.ts';
import { connectDatabase, isTableInUse, migrate } from '../../platform/database.ts';
import { directDatabaseUrl } from '../../platform/database-url.ts';
import { StartError } from '../../platform/start-error.ts';
import { APPLIED } from './look-at-database.ts';

/**
 * @throws StartError when the database was written by a newer version of Crier, cannot be backed up, or
 * something else keeps its tables in use
 */
export async function runMigrate(config: Config): Promise<void> {
  if (!config.DATABASE_URL) {
    throw new StartError(
      'DATABASE_URL is not set: which database shall be migrated? (npm start does it by itself)',
    );
  }
  const database = await connectDatabase({
    url: directDatabaseUrl(config),
    poolSize: 2,
    applicationName: 'crier-migrate',
  });
  try {
    // The table does not exist on a fresh database.
    const applied = await database.query<{ name: string }>(APPLIED).catch(() => []);
    const unknown = applied.map((m) => m.name).filter((name) => !migrations.some((m) => m.name === name));
    if (unknown.length) {
      throw new StartError(
        `The database was written by a newer version of Crier (it knows ${unknown[0]}). Run that version, or restore the backup that was made before the update (backups in the data folder): npm run crier -- restore FILE, into an empty data folder`,
      );
    }
    if (applied.length && applied.length < migrations.length) await backUpBefore(database, config);
    await migrate(database).catch(explainLock);
  } finally {
    await database.close();
  }
}

function explainLock(error: unknown): never {
  if (!isTableInUse(error)) throw error;
  throw new StartError(
    'The database could not be brought to this version, and nothing in it was changed: another program has kept its tables in use for minutes. End that transaction (pg_stat_activity lists it, with xact_start), then start again',
    { cause: error },
  );
}
