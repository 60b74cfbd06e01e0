import type { SharedServers } from './shared-servers.ts';

/** Stops what the global setup started; nothing when the runner owns the servers. */
export default async function teardown(): Promise<void> {
  await (globalThis as { crierServers?: SharedServers }).crierServers?.stop();
}
