/**
 * A fault's own servers, which it may kill and wipe: the product's embedded PostgreSQL and Temporal, run by
 * its supervisor.
 */
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '../../platform/config/config.ts';
import { freePort } from '../../run/embedded/ports.ts';
import { startPostgres } from '../../run/embedded/postgres.ts';
import { postgresAnswers, withPostgres } from '../../platform/postgres-client.ts';
import { signalQuietly } from '../../platform/processes.ts';
import { Supervisor } from '../../run/embedded/supervisor.ts';
import { TEMPORAL_DATABASES } from '../../run/embedded/temporal-config.ts';
import { temporalAnswers } from '../../run/embedded/temporal-ready.ts';
import { startTemporal } from '../../run/embedded/temporal-server.ts';
import { eventually } from '../instance.ts';
import type { SmallDisk } from './small-disk.ts';

/** Two running servers and the ways to break them. */
export interface BreakableStack {
  readonly databaseUrl: string;
  readonly temporalAddress: string;
  /** Where the data is, when that is a disk of its own. */
  readonly disk: SmallDisk | null;
  /** SIGKILL, stays down for `downMs`, then returns; resolves when it answers. */
  restartTemporal(downMs: number): Promise<void>;
  /** SIGKILL, then both its databases are dropped and created again; resolves when it answers. */
  wipeTemporal(): Promise<void>;
  /** Removes or restores Temporal's list of runs; its store stays. */
  setVisibility(present: boolean): Promise<void>;
  /** SIGSTOP of Temporal, or SIGCONT: it is suspended, and its clients wait. */
  suspendTemporal(suspended: boolean): void;
  /** SIGKILL of Temporal; the supervisor restarts it. Resolves when it answers. */
  killTemporal(): Promise<void>;
  /** SIGSTOP of the database server with all its sessions, or SIGCONT. */
  suspendPostgres(suspended: boolean): void;
  /**
   * SIGKILL of the whole database server; the supervisor restarts it, and Temporal after it. Resolves when
   * both answer.
   */
  killPostgres(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts both in a temporary folder that `stop` removes; with `disk`, on that disk. */
export async function startBreakableStack(
  say: (line: string) => void,
  disk?: SmallDisk,
): Promise<BreakableStack> {
  const dataDir = mkdtempSync(join(disk?.folder ?? tmpdir(), 'crier-faults-stack-'));
  chmodSync(dataDir, 0o711); // as root, PostgreSQL's own user passes through it
  const cacheDir = loadConfig().CRIER_CACHE_DIR;
  const supervisor = await Supervisor.open({ dataDir, say });
  const stop = async (): Promise<void> => {
    await supervisor.stopAll();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    const postgres = await startPostgres({ supervisor, dataDir, cacheDir, say });
    await postgres.createDatabase('crier');
    const temporal = { supervisor, postgres, dataDir, cacheDir, port: await freePort(), uiPort: null, say };
    const { address } = await startTemporal(temporal);
    const answers = async (): Promise<void> =>
      void (await eventually('Temporal answers', () => temporalAnswers(address), 60_000));
    const endTemporal = async (): Promise<void> => {
      signalQuietly(supervisor.pid('temporal'), 'SIGKILL');
      await supervisor.stop('temporal'); // no longer supervised, so that nothing restarts it too early
    };
    return {
      databaseUrl: postgres.url('crier'),
      temporalAddress: address,
      disk: disk ?? null,
      stop,
      async restartTemporal(downMs: number) {
        await endTemporal();
        await new Promise((resolve) => setTimeout(resolve, downMs));
        await startTemporal(temporal);
      },
      async wipeTemporal() {
        await endTemporal();
        for (const name of Object.values(TEMPORAL_DATABASES)) {
          await withPostgres(postgres.adminUrl, (client) =>
            client.query(`drop database ${name} with (force)`),
          );
        }
        await startTemporal(temporal);
      },
      async setVisibility(present: boolean) {
        await withPostgres(postgres.adminUrl, async (client) => {
          await client.query(`alter database ${TEMPORAL_DATABASES.visibility} allow_connections ${present}`);
          if (!present) {
            await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
              TEMPORAL_DATABASES.visibility,
            ]);
          }
        });
      },
      suspendTemporal: (suspended: boolean) =>
        signalQuietly(supervisor.pid('temporal'), suspended ? 'SIGSTOP' : 'SIGCONT'),
      suspendPostgres(suspended: boolean) {
        for (const pid of withChildren(supervisor.pid('postgres') ?? 0)) {
          signalQuietly(pid, suspended ? 'SIGSTOP' : 'SIGCONT');
        }
      },
      async killTemporal() {
        await kill(supervisor, 'temporal');
        await answers();
      },
      async killPostgres() {
        await kill(supervisor, 'postgres');
        await eventually('PostgreSQL answers', () => postgresAnswers(postgres.adminUrl), 60_000);
        await supervisor.settled();
        await answers();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * A process with all below it, parents first; where the system does not list them (only Linux does), itself.
 */
function withChildren(pid: number): number[] {
  const file = `/proc/${pid}/task/${pid}/children`;
  const children = existsSync(file) ? readFileSync(file, 'utf8').split(' ').filter(Boolean).map(Number) : [];
  return [pid, ...children.flatMap(withChildren)];
}

/** Resolves when another process of that name runs. */
async function kill(supervisor: Supervisor, name: string): Promise<void> {
  const pid = supervisor.pid(name);
  signalQuietly(pid, 'SIGKILL');
  await eventually(
    `${name} is started again`,
    () => {
      const now = supervisor.pid(name);
      return now !== undefined && now !== pid;
    },
    60_000,
  );
}
