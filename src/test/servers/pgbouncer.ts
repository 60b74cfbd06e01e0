/**
 * A real PgBouncer in transaction mode, in front of a test's PostgreSQL: each transaction may reach another
 * connection (pgbouncer.org/features, "SQL feature map for pooling modes").
 */
import { spawn } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { postgresAnswers } from '../../platform/postgres-client.ts';
import { freePort } from '../../run/embedded/ports.ts';
import { ensureProgram, locateProgram, type DebianProgram } from './debian-program.ts';
import { endProcess, Unavailable, type RealServer } from './server.ts';

const PROGRAM: DebianProgram = { title: 'PgBouncer', packages: ['pgbouncer'], path: 'usr/sbin/pgbouncer' };

/** A running pooler. */
export interface RunningPgBouncer {
  /** The URL of a database of the server, through the pooler. */
  urlOf(database: string): string;
  stop(): Promise<void>;
}

/**
 * `server`: URL of the PostgreSQL behind it; `connections`: to each database at most; `settings`: SQL that
 * each connection begins with.
 */
export interface PgBouncerOptions {
  readonly server: string;
  readonly connections?: number;
  readonly settings?: string;
}

/** PgBouncer 1.18 or later, on a loopback port. */
export const pgbouncer: RealServer<PgBouncerOptions, RunningPgBouncer> = {
  name: 'pgbouncer',

  ensure: (log) => ensureProgram(PROGRAM, log),

  async start(options) {
    const program = await locateProgram(PROGRAM);
    if (!program || !options) throw new Unavailable('no PgBouncer is installed');
    const server = new URL(options.server);
    const [user, password] = [server.username, server.password].map(decodeURIComponent);
    const folder = await mkdtemp(join(tmpdir(), 'crier-pgbouncer-'));
    const port = await freePort();
    const settings = options.settings ? ` connect_query='${options.settings.replaceAll("'", "''")}'` : '';
    await writeFile(join(folder, 'users.txt'), `"${user}" "${password}"\n`);
    await writeFile(
      join(folder, 'pgbouncer.ini'),
      [
        '[databases]',
        `* = host=${server.hostname} port=${server.port || 5432}${settings}`,
        '[pgbouncer]',
        'listen_addr = 127.0.0.1',
        `listen_port = ${port}`,
        'unix_socket_dir =',
        'pool_mode = transaction',
        'auth_type = plain',
        `auth_file = ${join(folder, 'users.txt')}`,
        `default_pool_size = ${options.connections ?? 10}`,
        'max_client_conn = 500',
        // A client whose machine is gone is noticed within half a minute, and its transaction ends.
        'tcp_keepidle = 10',
        'tcp_keepintvl = 5',
        'tcp_keepcnt = 3',
        'tcp_user_timeout = 25000',
        '',
      ].join('\n'),
    );
    // It refuses to run as root, and its other user has to read its files.
    await chmod(folder, 0o755);
    const as = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
    const child = spawn(program.command, ['-q', ...as, join(folder, 'pgbouncer.ini')], {
      stdio: 'ignore',
      env: program.env,
    });
    const urlOf = (database: string): string => {
      const url = new URL(options.server);
      url.host = `127.0.0.1:${port}`;
      url.pathname = `/${database}`;
      return url.href;
    };
    const stop = async (): Promise<void> => {
      await endProcess(child);
      await rm(folder, { recursive: true, force: true });
    };
    while (!(await postgresAnswers(urlOf(server.pathname.slice(1))))) {
      if (child.exitCode !== null || child.signalCode !== null) {
        await stop();
        throw new Error('PgBouncer ended at its start');
      }
      await sleep(20);
    }
    return { urlOf, stop };
  },
};
