/**
 * A real PostgreSQL with a real standby that streams from it (PostgreSQL's documentation, "Log-Shipping
 * Standby Servers"), over a connection that can be cut. The standby begins as a copy of the folder of the
 * stopped primary.
 */
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '../../platform/config/config.ts';
import { writePrivate } from '../../platform/folders.ts';
import { withPostgres } from '../../platform/postgres-client.ts';
import { signalQuietly } from '../../platform/processes.ts';
import { startPostgres, type Postgres } from '../../run/embedded/postgres.ts';
import { Supervisor } from '../../run/embedded/supervisor.ts';
import { startTcpProxy, type TcpProxy } from '../faults/tcp-proxy.ts';
import { eventually } from '../instance.ts';
import { run } from './server.ts';

/** The name of the standby, as synchronous_standby_names has it. */
const STANDBY = 'second';

/** A primary and its standby, with the same user and password. */
export interface StreamingPair {
  readonly primary: Postgres;
  readonly standby: Postgres;
  /** What the standby streams through. */
  readonly link: TcpProxy;
  /** From now on a commit on the primary returns once the standby has it, or again without that. */
  setSynchronous(synchronous: boolean): Promise<void>;
  /** Waits until the standby has applied everything that the primary has written. */
  caughtUp(): Promise<void>;
  /** Ends the primary in order; returns where it ended (`pg_controldata`, "Latest checkpoint location"). */
  shutDownPrimary(): Promise<string>;
  /** SIGKILL; it stays down. */
  killPrimary(): Promise<void>;
  /** The primary again, where it was. */
  startPrimary(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts both on loopback, in a temporary folder that `stop` removes. */
export async function startStreamingPair(): Promise<StreamingPair> {
  const folder = mkdtempSync(join(tmpdir(), 'crier-pair-'));
  chmodSync(folder, 0o711); // as root, PostgreSQL's own user passes through it
  const first = await openSite(join(folder, 'first'));
  let second: Site | undefined;
  let link: TcpProxy | undefined;
  const stop = async (): Promise<void> => {
    await link?.stop();
    await second?.supervisor.stopAll();
    await first.supervisor.stopAll();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    let primary = await first.start();
    await withPostgres(primary.adminUrl, (client) => client.query("alter system set wal_keep_size = '1GB'"));
    await primary.stop();
    second = await openSite(join(folder, 'second'));
    await run('cp', ['-a', join(folder, 'first', 'postgres'), join(folder, 'second', 'postgres')]);
    primary = await first.start();
    link = await startTcpProxy(`127.0.0.1:${primary.port}`);
    follow(second, { primary, at: link.address });
    const standby = await second.start();
    return {
      primary,
      standby,
      link,
      stop,
      caughtUp: () => untilCaughtUp(primary, standby),
      async setSynchronous(synchronous) {
        await withPostgres(primary.adminUrl, async (client) => {
          await client.query(`alter system set synchronous_standby_names = '${synchronous ? STANDBY : ''}'`);
          await client.query('select pg_reload_conf()');
        });
      },
      async shutDownPrimary() {
        await primary.stop();
        return endIn(join(folder, 'first'));
      },
      async killPrimary() {
        signalQuietly(primary.pid(), 'SIGKILL');
        await primary.stop(); // no longer supervised
      },
      async startPrimary() {
        await first.start();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

interface Site {
  readonly dataDir: string;
  readonly supervisor: Supervisor;
  start(): Promise<Postgres>;
}

async function openSite(dataDir: string): Promise<Site> {
  const say = (): void => undefined;
  const supervisor = await Supervisor.open({ dataDir, say });
  const { CRIER_CACHE_DIR: cacheDir } = loadConfig();
  return { dataDir, supervisor, start: () => startPostgres({ supervisor, dataDir, cacheDir, say }) };
}

function follow(site: Site, { primary, at }: { primary: Postgres; at: string }): void {
  const [host, port] = at.split(':');
  const words = `host=${host} port=${port} user=${primary.user} password=${primary.password} application_name=${STANDBY}`;
  writePrivate(join(site.dataDir, 'postgres.password'), primary.password);
  const cluster = join(site.dataDir, 'postgres');
  writeFileSync(join(cluster, 'postgresql.auto.conf'), `primary_conninfo = '${words}'\n`, { flag: 'a' });
  writeFileSync(join(cluster, 'standby.signal'), '');
}

async function untilCaughtUp(primary: Postgres, standby: Postgres): Promise<void> {
  const read = async ({ adminUrl }: Postgres, what: string): Promise<unknown> =>
    (await withPostgres(adminUrl, (client) => client.query(`select ${what} as it`))).rows[0]?.it;
  const written = await read(primary, 'pg_current_wal_lsn()::text');
  await eventually('the standby has caught up', async () =>
    Boolean(await read(standby, `pg_last_wal_replay_lsn() >= '${String(written)}'::pg_lsn`)),
  );
}

/** As pg_controldata prints it (PostgreSQL, `src/include/catalog/pg_control.h`). */
function endIn(dataDir: string): string {
  const control = readFileSync(join(dataDir, 'postgres', 'global', 'pg_control'));
  const state = control.readUInt32LE(16);
  if (state !== 1) throw new Error(`the primary was not shut down in order (state ${state})`);
  const hex = (at: number): string => control.readUInt32LE(at).toString(16).toUpperCase();
  return `${hex(36)}/${hex(32)}`;
}
