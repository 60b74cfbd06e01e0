/**
 * The servers that all tests of one run share: one PostgreSQL, one Temporal server. Each test file creates
 * its own database and namespace in them.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '../platform/config/config.ts';
import { Supervisor, startInfrastructure } from '../run/embedded/index.ts';
import { admin, keepReady } from './ready-made.ts';
import { freePort } from '../run/embedded/ports.ts';

/** Their addresses; also in the environment as CRIER_TEST_DATABASE_URL and CRIER_TEST_TEMPORAL_ADDRESS. */
export interface SharedServers {
  readonly databaseUrl: string;
  readonly temporalAddress: string;
  readonly temporalUiUrl: string | null;
  stop(): Promise<void>;
}

/** Starts both in a temporary folder that `stop` removes. */
export async function startSharedServers(say: (line: string) => void): Promise<SharedServers> {
  const folder = mkdtempSync(join(tmpdir(), 'crier-test-'));
  chmodSync(folder, 0o711); // as root, PostgreSQL's own user passes through it
  const config = {
    ...loadConfig({}),
    CRIER_CACHE_DIR: loadConfig().CRIER_CACHE_DIR,
    CRIER_DATA_DIR: folder,
    TEMPORAL_PORT: await freePort(),
    TEMPORAL_UI_PORT: await freePort(),
  };
  const supervisor = await Supervisor.open({ dataDir: folder, say });
  let maker: { stop(): Promise<void> } | undefined;
  const stop = async (): Promise<void> => {
    await maker?.stop();
    await supervisor.stopAll();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const servers = await startInfrastructure(config, supervisor, say);
    await forgetDurability(servers.databaseUrl);
    maker = await keepReady(servers);
    return { ...servers, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * The data ends with the run, so nothing need reach the disk: making and dropping databases is mostly that.
 */
async function forgetDurability(server: string): Promise<void> {
  for (const setting of ['fsync', 'full_page_writes', 'synchronous_commit', 'autovacuum']) {
    await admin(server, `alter system set ${setting} = off`);
  }
  await admin(server, 'select pg_reload_conf()');
}
