import { openReader } from '../platform/open-reader.ts';
import type { Reader } from '../platform/database.ts';
import { locateInstance } from './locate-instance.ts';

/**
 * Runs `work` with the database of the instance, for statements that read. @throws as locateInstance
 */
export async function withReader<T>(work: (reader: Reader) => Promise<T>): Promise<T> {
  const { config } = locateInstance();
  const reader = openReader({ url: config.DATABASE_URL ?? '', applicationName: 'crier-cli' });
  return work(reader).finally(() => reader.close());
}
