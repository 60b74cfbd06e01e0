import type { Config } from '../../platform/config/config.ts';
import { directDatabaseUrl } from '../../platform/database-url.ts';
import { openReader } from '../../platform/open-reader.ts';
import type { Reader } from '../../platform/database.ts';
import { locateInstance } from './locate-instance.ts';

/**
 * Runs `work` with the database of the instance, for statements that read, and its configuration.
 *
 * @throws as locateInstance
 */
export async function withReader<T>(work: (reader: Reader, config: Config) => Promise<T>): Promise<T> {
  const { config } = locateInstance();
  const reader = openReader({ url: directDatabaseUrl(config), applicationName: 'crier-cli' });
  return work(reader, config).finally(() => reader.close());
}
