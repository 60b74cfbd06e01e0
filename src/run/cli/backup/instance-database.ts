/**
 * The database to back up or restore: the one of DATABASE_URL, of the running `npm start`, or the embedded
 * database of a stopped instance.
 */
import { join } from 'node:path';
import { childEnv, loadConfig, type Config } from '../../../platform/config/config.ts';
import { directDatabaseUrl } from '../../../platform/database-url.ts';
import { findRunning } from '../../embedded/find-running.ts';
import { Supervisor } from '../../embedded/index.ts';
import { startPostgres } from '../../embedded/postgres.ts';
import { locateInstance } from '../locate-instance.ts';

export interface InstancePlaces {
  readonly config: Config;
  readonly databaseUrl: string;
  readonly uploadFolder: string;
}

/** The name that `npm start` gives to Crier's database on the embedded server. */
const DATABASE = 'crier';

/** Runs `use`. If the instance is stopped, its embedded PostgreSQL is started, and stopped afterwards. */
export async function withInstanceDatabase<T>(use: (places: InstancePlaces) => Promise<T>): Promise<T> {
  const located = locateOrNull();
  if (located) return use(placesOf(located, directDatabaseUrl(located)));
  const config = loadConfig(childEnv());
  const supervisor = await Supervisor.open({ dataDir: config.CRIER_DATA_DIR, say: () => undefined });
  try {
    const postgres = await startPostgres({
      supervisor,
      dataDir: config.CRIER_DATA_DIR,
      cacheDir: config.CRIER_CACHE_DIR,
      say: () => undefined,
    });
    await postgres.createDatabase(DATABASE);
    return await use(placesOf(config, postgres.url(DATABASE)));
  } finally {
    await supervisor.stopAll();
  }
}

function placesOf(config: Config, databaseUrl: string): InstancePlaces {
  return {
    config,
    databaseUrl,
    uploadFolder: config.UPLOAD_DIRECTORY ?? join(config.CRIER_DATA_DIR, 'uploads'),
  };
}

/**
 * Null if nothing runs on the data folder and no DATABASE_URL is set.
 *
 * @throws CliError for an instance that is still starting, or whose database is not known
 */
function locateOrNull(): Config | null {
  const own = loadConfig(childEnv());
  if (!own.DATABASE_URL && findRunning(own.CRIER_DATA_DIR) === null) return null;
  return locateInstance().config;
}
