/** The embedded PostgreSQL: real server programs, on loopback, kept running by the supervisor. */
import { join } from 'node:path';
import { childEnv } from '../../platform/config/config.ts';
import type { ChildSpec } from './child.ts';
import { explainFailure, lastLine, StartError } from '../../platform/start-error.ts';
import { readText, writePrivate } from '../../platform/folders.ts';
import { freePort } from './ports.ts';
import { postgresBinaries } from './postgres-binaries.ts';
import { createDatabase, postgresAnswers } from '../../platform/postgres-client.ts';
import { clusterFolder, endStalePostmaster, ensureCluster, SUPERUSER } from './postgres-data.ts';
import { postgresUser, type SystemUser } from './postgres-user.ts';
import type { Supervisor } from './supervisor.ts';

/** Where and under whom it runs. */
export interface PostgresOptions {
  readonly supervisor: Supervisor;
  readonly dataDir: string;
  readonly cacheDir: string;
  /** A fixed port; default: a free one, kept in the data folder for the next start. */
  readonly port?: number;
  readonly say: (line: string) => void;
}

/** A running server. It is restarted on the same port when it dies. */
export interface Postgres {
  readonly host: '127.0.0.1';
  readonly port: number;
  readonly user: string;
  readonly password: string;
  /** Connection URL of the maintenance database, as superuser. */
  readonly adminUrl: string;
  /** Connection URL of a database, as superuser. */
  url(database: string): string;
  createDatabase(name: string): Promise<void>;
  /** Process number of the server now. */
  pid(): number | undefined;
  stop(): Promise<void>;
}

/**
 * Starts the server of a data folder, making its database cluster first when there is none (about a second).
 *
 * @throws StartError with the fix: no programs for this platform, folder of another major version, full disk,
 * missing rights
 */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const { supervisor, dataDir, say } = options;
  const user = await postgresUser();
  const binaries = await postgresBinaries({ user, cacheDir: options.cacheDir });
  await endStalePostmaster(dataDir, say);
  const password = await ensureCluster({ dataDir, binaries, user }, say);
  const port = options.port ?? (await rememberedPort(dataDir));
  const url = (database: string): string =>
    `postgres://${SUPERUSER}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`;
  const adminUrl = url('postgres');
  await startPatiently(
    supervisor,
    serverSpec({ program: binaries.postgres, folder: clusterFolder(dataDir), port, user, adminUrl }),
  );
  return {
    host: '127.0.0.1',
    port,
    user: SUPERUSER,
    password,
    adminUrl,
    url,
    createDatabase: (name) => createDatabase(adminUrl, name),
    pid: () => supervisor.pid('postgres'),
    stop: () => supervisor.stop('postgres'),
  };
}

function serverSpec(server: {
  program: string;
  folder: string;
  port: number;
  user: SystemUser | null;
  adminUrl: string;
}): ChildSpec {
  return {
    name: 'postgres',
    command: server.program,
    // No Unix socket: its folder belongs to other installations of PostgreSQL.
    args: [
      '-D',
      server.folder,
      '-p',
      String(server.port),
      '-c',
      'listen_addresses=127.0.0.1',
      '-c',
      'unix_socket_directories=',
    ],
    env: childEnv({ LC_ALL: 'C', TZ: 'UTC' }),
    cwd: '/',
    user: server.user ?? undefined,
    // Fast shutdown; SIGTERM would wait until every client has gone.
    stopSignal: 'SIGINT',
    killSignal: 'SIGQUIT',
    graceMs: 30_000,
    ready: () => postgresAnswers(server.adminUrl),
    explain,
  };
}

/**
 * After a SIGKILL of the server its sessions live on for a moment and hold its memory: that is worth waiting
 * for.
 */
async function startPatiently(supervisor: Supervisor, spec: ChildSpec): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await supervisor.start(spec);
    } catch (error) {
      if (attempt >= 20 || !/shared memory block/.test((error as Error).message)) throw error;
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  }
}

function explain(output: string): StartError | null {
  const words = output.split('\n').findLast((line) => /\b(FATAL|PANIC):/.test(line));
  if (!words) return null;
  const said = words.replace(/^.*?(?:FATAL|PANIC):\s*/, '');
  if (/lock file .* already exists/.test(said)) {
    return new StartError(
      `Another PostgreSQL server works on this data folder (${said}): stop it, or set CRIER_DATA_DIR to another folder`,
    );
  }
  return explainFailure('PostgreSQL did not start', new Error(lastLine(said)), 'CRIER_DATA_DIR');
}

async function rememberedPort(dataDir: string): Promise<number> {
  const file = join(dataDir, 'postgres.port');
  const remembered = readText(file);
  const port = await freePort(Number(remembered) || undefined);
  if (String(port) !== remembered) writePrivate(file, String(port));
  return port;
}
