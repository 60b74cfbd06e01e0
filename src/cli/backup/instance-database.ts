/**
 * The database to back up or to restore into: that of DATABASE_URL, that of the running `npm start`, or the
 * embedded one of a stopped instance.
 */
import { join } from 'node:path';
import { childEnv, loadConfig, type Config } from '../../config.ts';
import { Supervisor } from '../../embedded/index.ts';
import { startPostgres } from '../../embedded/postgres.ts';
import { locateInstance } from '../connect-instance.ts';
import { CliError } from '../errors.ts';

/** Where the instance keeps things. */
export interface InstancePlaces {
  readonly config: Config;
  readonly databaseUrl: string;
  readonly uploadFolder: string;
}

/** Crier's own database on the embedded server, as `npm start` names it. */
const DATABASE = 'crier';

/**
 * Runs `use` with the instance's places. The embedded PostgreSQL of an instance that does not run is started
 * for it, and stopped again.
 */
export async function withInstanceDatabase<T>(use: (places: InstancePlaces) => Promise<T>): Promise<T> {
  const located = locateOrNull();
  if (located) return use(placesOf(located, located.DATABASE_URL ?? ''));
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
 * null = nothing runs on the data folder. An instance that is just starting, or whose database is unknown, is
 * refused in words.
 */
function locateOrNull(): Config | null {
  try {
    return locateInstance().config;
  } catch (error) {
    if (
      error instanceof CliError &&
      error.code === 'instance_not_running' &&
      /does not run/.test(error.message)
    ) {
      return null;
    }
    throw error;
  }
}
