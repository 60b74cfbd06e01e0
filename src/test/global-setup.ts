/**
 * Jest's global setup: uses the servers that the runner started, or starts them for a run of single files.
 */
import { startSharedServers } from './shared-servers.ts';

export default async function setup(): Promise<void> {
  if (process.env.CRIER_TEST_DATABASE_URL || process.env.CRIER_TEST_SERVERS === 'none') return;
  const servers = await startSharedServers((line) => void process.stderr.write(`${line}\n`));
  process.env.CRIER_TEST_DATABASE_URL = servers.databaseUrl;
  process.env.CRIER_TEST_TEMPORAL_ADDRESS = servers.temporalAddress;
  (globalThis as { crierServers?: unknown }).crierServers = servers;
}
