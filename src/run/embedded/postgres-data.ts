/** The data folder of the embedded PostgreSQL: made once, checked on every start. */
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { childEnv } from '../../platform/config/config.ts';
import { explainFailure, StartError } from '../../platform/start-error.ts';
import { readText, writePrivate } from '../../platform/folders.ts';
import type { PostgresBinaries } from './postgres-binaries.ts';
import { canReach, type SystemUser } from './postgres-user.ts';
import { commandOf, endForeignProcess, identify, isAlive, runProgram } from '../../platform/processes.ts';

/** The superuser of the embedded server. */
export const SUPERUSER = 'crier';

/**
 * Written into postgresql.conf once; an operator may change them there. Sized for a laptop with two cores.
 */
const SETTINGS: Readonly<Record<string, string>> = {
  shared_buffers: '32MB',
  max_connections: '200',
  // Our statements are short: compiling them costs more than it saves.
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  random_page_cost: '1.1',
  // Bursts of due posts write much in a short time; fewer, longer checkpoints keep the disk calm.
  max_wal_size: '1GB',
  checkpoint_timeout: '15min',
  wal_compression: 'on',
  // The server's own I/O processes do not pay on a small machine.
  io_method: 'sync',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_messages: 'warning',
};

/** What is needed to make or open a data folder. */
export interface DataOptions {
  /** Crier's data folder; PostgreSQL's own is `postgres` in it. */
  readonly dataDir: string;
  readonly binaries: PostgresBinaries;
  readonly user: SystemUser | null;
}

/** PostgreSQL's folder below the data folder. */
export const clusterFolder = (dataDir: string): string => join(dataDir, 'postgres');

/**
 * Makes the cluster on the first start; afterwards checks that this PostgreSQL can read it.
 *
 * @returns the superuser's password
 * @throws StartError when another major version wrote it, the disk is full, or the folder cannot be used
 */
export async function ensureCluster(options: DataOptions, say: (line: string) => void): Promise<string> {
  const folder = clusterFolder(options.dataDir);
  const passwordFile = join(options.dataDir, 'postgres.password');
  if (options.user && !canReach(options.user, folder)) {
    throw new StartError(
      `PostgreSQL runs as its own user, who cannot enter ${options.dataDir}: set CRIER_DATA_DIR to a folder outside of root's home`,
    );
  }
  const written = existsSync(folder) ? readText(join(folder, 'PG_VERSION')) : null;
  if (written === null) {
    if (existsSync(folder)) {
      throw new StartError(
        `${folder} exists and is not a PostgreSQL data folder: move it away, or set CRIER_DATA_DIR`,
      );
    }
    say('Making the database (once, a few seconds)');
    const password = randomBytes(24).toString('base64url');
    await initialise(options, password);
    return password;
  }
  if (written !== options.binaries.major) throw otherMajor(folder, written, options.binaries.major);
  const password = readText(passwordFile);
  if (!password) {
    throw new StartError(`The database's password is missing: restore ${passwordFile} from a backup`);
  }
  return password;
}

/** A process number that no system gives (Linux ends at 2^22, macOS at 99 999). */
const NOBODY = 2 ** 22 + 1;

/**
 * Ends the server of an earlier run that still works on the folder, and waits for it.
 *
 * PostgreSQL refuses to start while the number in postmaster.pid exists, also when it is a zombie's or was
 * given to another program. Then only the number is replaced: the rest of the file lets PostgreSQL see
 * sessions that outlived their server.
 */
export async function endStalePostmaster(dataDir: string, say: (line: string) => void): Promise<void> {
  const file = join(clusterFolder(dataDir), 'postmaster.pid');
  const [first = '', ...rest] = readText(file)?.split('\n') ?? [];
  const pid = Number(first);
  if (!pid) return;
  if (isAlive(pid) && commandOf(pid)?.includes('postgres')) {
    say(`Ending the PostgreSQL server of an earlier run (process ${pid})`);
    // SIGINT is PostgreSQL's fast shutdown: it ends sessions and writes everything.
    await endForeignProcess(identify(pid), 'SIGINT', 30_000);
  }
  // An orderly end removed the file.
  if (readText(file)?.split('\n')[0] === first) overwrite(file, [String(NOBODY), ...rest].join('\n') + '\n');
}

/** In place: the file keeps its owner. */
function overwrite(path: string, text: string): void {
  try {
    writeFileSync(path, text);
  } catch (error) {
    throw explainFailure(`Could not write ${path}`, error, 'CRIER_DATA_DIR');
  }
}

async function initialise(options: DataOptions, password: string): Promise<void> {
  const { dataDir, user } = options;
  // Made aside and renamed: a start that is cut off leaves no half cluster.
  const draft = join(dataDir, 'postgres.new');
  const secret = join(dataDir, 'postgres.new.password');
  try {
    rmSync(draft, { recursive: true, force: true });
    mkdirSync(draft, { mode: 0o700 });
    writeFileSync(secret, password, { mode: 0o600 });
    if (user) for (const path of [draft, secret]) chownSync(path, user.uid, user.gid);
    await runProgram(options.binaries.initdb, initdbArguments(draft, secret), {
      ...user,
      cwd: '/',
      env: childEnv({ LC_ALL: 'C', TZ: 'UTC' }),
    });
    writePrivate(join(dataDir, 'postgres.password'), password);
    renameSync(draft, clusterFolder(dataDir));
  } catch (error) {
    throw explainFailure(`Could not make the database in ${dataDir}`, error, 'CRIER_DATA_DIR');
  } finally {
    rmSync(secret, { force: true });
  }
}

function initdbArguments(draft: string, secret: string): string[] {
  return [
    `--pgdata=${draft}`,
    `--username=${SUPERUSER}`,
    `--pwfile=${secret}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    // PostgreSQL's own collation: the same order on every system, for as long as the data lives.
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    ...Object.entries(SETTINGS).map(([name, value]) => `--set=${name}=${value}`),
  ];
}

function otherMajor(folder: string, written: string, ours: string): StartError {
  const fix =
    Number(written) > Number(ours)
      ? 'start the newer Crier that wrote it, or dump it with that one (pg_dumpall) and restore the dump here'
      : `dump it with PostgreSQL ${written} (pg_dumpall), move the folder away, start Crier, and restore the dump`;
  return new StartError(
    `${folder} was written by PostgreSQL ${written}; this Crier brings PostgreSQL ${ours}: ${fix}`,
  );
}
