/** The PostgreSQL of an old instance, which may be killed. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { loadConfig } from '../../../platform/config/config.ts';
import { startPostgres } from '../../../run/embedded/postgres.ts';
import { Supervisor } from '../../../run/embedded/supervisor.ts';
import { signalQuietly } from '../../../platform/processes.ts';

/** A running server. */
export interface OldDatabase {
  readonly adminUrl: string;
  /** SIGKILL, stays down for `downMs`, then returns; resolves when it answers. */
  restart(downMs: number): Promise<void>;
  stop(): Promise<void>;
}

/** Starts one in a temporary folder that `stop` removes. */
export async function startOldDatabase(): Promise<OldDatabase> {
  const dataDir = mkdtempSync(join(tmpdir(), 'crier-old-'));
  chmodSync(dataDir, 0o711); // as root, PostgreSQL's own user passes through it
  const say = (): void => undefined;
  const supervisor = await Supervisor.open({ dataDir, say });
  const stop = async (): Promise<void> => {
    await supervisor.stopAll();
    rmSync(dataDir, { recursive: true, force: true });
  };
  const options = { supervisor, dataDir, cacheDir: loadConfig().CRIER_CACHE_DIR, say };
  try {
    const { adminUrl } = await startPostgres(options);
    return {
      adminUrl,
      stop,
      async restart(downMs) {
        signalQuietly(supervisor.pid('postgres'), 'SIGKILL');
        await supervisor.stop('postgres'); // no longer supervised, so that nothing restarts it too early
        await sleep(downMs);
        await startPostgres(options);
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
