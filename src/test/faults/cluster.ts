/**
 * Several machines on one: two Temporal servers that form one cluster over one PostgreSQL, and HAProxy in
 * front of both and of three APIs, PgBouncer in front of Crier's database. Each API, worker and Temporal
 * server has a loopback address of its own, and all of a kind have one port.
 */
import { appendFileSync, chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '../../platform/config/config.ts';
import { writePrivate } from '../../platform/folders.ts';
import { withPostgres } from '../../platform/postgres-client.ts';
import { signalQuietly } from '../../platform/processes.ts';
import { freePort } from '../../run/embedded/ports.ts';
import { clusterFolder } from '../../run/embedded/postgres-data.ts';
import { startPostgres, type Postgres } from '../../run/embedded/postgres.ts';
import { Supervisor } from '../../run/embedded/supervisor.ts';
import { temporalBinaries } from '../../run/embedded/temporal-binaries.ts';
import { serverConfig, TEMPORAL_DATABASES, type TemporalPorts } from '../../run/embedded/temporal-config.ts';
import { httpAnswers, temporalAnswers } from '../../run/embedded/temporal-ready.ts';
import { ensureTemporalSchema } from '../../run/embedded/temporal-schema.ts';
import { serverSpec } from '../../run/embedded/temporal-server.ts';
import { eventually } from '../instance.ts';
import { haproxyProgram } from '../servers/haproxy.ts';
import type { Program } from '../servers/debian-program.ts';
import { pgbouncer, type RunningPgBouncer } from '../servers/pgbouncer.ts';
import { Unavailable } from '../servers/server.ts';
import { haproxyConfig } from './haproxy-config.ts';
import { startMachines, type Machines } from './machines.ts';

/** Where the APIs listen, all on `apiPort`. Each process here is called as its machine is. */
export const API_HOSTS: Readonly<Record<string, string>> = {
  'api-1': '127.0.0.11',
  'api-2': '127.0.0.12',
  'api-3': '127.0.0.13',
};
export const TEMPORAL_HOSTS = { 'temporal-1': '127.0.0.21', 'temporal-2': '127.0.0.22' } as const;
/** Where the calls of workers come from. */
const WORKER_HOSTS: Readonly<Record<string, string>> = {
  'worker-1': '127.0.0.31',
  'worker-2': '127.0.0.32',
  'worker-3': '127.0.0.33',
  'worker-4': '127.0.0.34',
};
export const PROXY = 'haproxy';

/** Shards of Temporal's store: enough that each of the two servers has some. */
const SHARDS = 16;
/** Frontend, history, matching and worker. */
const ROLES = 4;
/** Each part of a Temporal server has up to 21. */
const CONNECTIONS = 400;
/** Of the pooler, for what would be 94 connections of three APIs and four workers. */
const POOLED = 20;
const TIME_LIMIT = 'set statement_timeout = 30000';

/** What can be killed here; the supervisor starts it again. */
export type ClusterPart = keyof typeof TEMPORAL_HOSTS | typeof PROXY;

export interface Cluster {
  readonly databaseUrl: string;
  /** The proxy's address before the two frontends. */
  readonly temporalAddress: string;
  /** The proxy's port, on 127.0.0.1, and that of each API. */
  readonly apiPort: number;
  /** SIGKILL; resolves when it runs and answers again. */
  kill(part: ClusterPart): Promise<void>;
  /** The URL of a database through the pooler, PgBouncer in transaction mode. */
  pooled(database: string): string;
  /** Servers of each role that Temporal's membership counts as alive: two of each when nothing is broken. */
  members(): Promise<number[]>;
  /** Where each API, worker and Temporal server runs; null where this process may not make machines. */
  readonly machines: Machines | null;
  stop(): Promise<void>;
}

/**
 * Starts them in a temporary folder that `stop` removes.
 *
 * @throws Unavailable without HAProxy, PgBouncer or the official Temporal server, or other than on Linux
 */
export async function startCluster(say: (line: string) => void): Promise<Cluster> {
  if (process.platform !== 'linux') throw new Unavailable('only Linux answers on all of 127.0.0.0/8');
  const cacheDir = loadConfig().CRIER_CACHE_DIR;
  const proxy = await haproxyProgram(say);
  await pgbouncer.ensure(say);
  const programs = await temporalBinaries(cacheDir, say);
  if (programs.kind !== 'server') throw new Unavailable("the Temporal CLI's dev server forms no cluster");
  const dataDir = mkdtempSync(join(tmpdir(), 'crier-faults-cluster-'));
  chmodSync(dataDir, 0o711); // as root, PostgreSQL's own user passes through it
  const supervisor = await Supervisor.open({ dataDir, say });
  let pooler: RunningPgBouncer | undefined;
  let machines: Machines | null = null;
  const stop = async (): Promise<void> => {
    await pooler?.stop();
    await supervisor.stopAll();
    await machines?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    machines = await startMachines({ ...API_HOSTS, ...TEMPORAL_HOSTS, ...WORKER_HOSTS });
    const options = { supervisor, dataDir, cacheDir, say };
    const postgres = await startRoomyPostgres(options);
    await postgres.createDatabase('crier');
    pooler = await pgbouncer.start({ server: postgres.adminUrl, connections: POOLED, settings: TIME_LIMIT });
    const run = supervisor.run.bind(supervisor);
    await ensureTemporalSchema({ postgres, sqlTool: programs.sqlTool, dataDir, say, run });
    const ports = await choosePorts();
    for (const [name, address] of Object.entries(TEMPORAL_HOSTS)) {
      const folder = join(dataDir, name);
      mkdirSync(folder);
      const configFile = join(folder, 'server.yaml');
      writePrivate(configFile, serverConfig(postgres, ports, { address, shards: SHARDS }));
      const at = { program: programs.server, configFile, address: `${address}:${ports.frontend}` };
      const spec = { ...serverSpec(name, at), dependsOn: [] };
      await supervisor.start(machines?.place(name, spec) ?? spec);
    }
    const apiPort = await freePort();
    await startProxy(options, { program: proxy, apiPort, temporalPort: ports.frontend });
    return {
      databaseUrl: postgres.url('crier'),
      temporalAddress: `127.0.0.1:${ports.frontend}`,
      apiPort,
      pooled: pooler.urlOf,
      machines,
      stop,
      members: () => countMembers(postgres),
      kill: (part) =>
        kill(supervisor, part, () =>
          part === PROXY
            ? httpAnswers(apiPort)
            : temporalAnswers(`${TEMPORAL_HOSTS[part]}:${ports.frontend}`),
        ),
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

interface Options {
  readonly supervisor: Supervisor;
  readonly dataDir: string;
  readonly cacheDir: string;
  readonly say: (line: string) => void;
}

/** One for more connections, a setting that is read at the start, and from all machines. */
async function startRoomyPostgres(options: Options): Promise<Postgres> {
  const first = await startPostgres(options);
  await withPostgres(first.adminUrl, (client) =>
    client.query(`alter system set max_connections = ${CONNECTIONS}`),
  );
  await first.stop();
  appendFileSync(
    join(clusterFolder(options.dataDir), 'pg_hba.conf'),
    'host all all 127.0.0.0/8 scram-sha-256\n',
  );
  return startPostgres(options);
}

/** One port for each part, free on 127.0.0.1, where the proxy has that of the frontends. */
async function choosePorts(): Promise<TemporalPorts> {
  const ports = new Set<number>();
  while (ports.size < 9) ports.add(await freePort());
  const [frontend = 0, frontendHttp = 0, history = 0, matching = 0, worker = 0, a = 0, b = 0, c = 0, d = 0] =
    ports;
  return { frontend, frontendHttp, history, matching, worker, membership: [a, b, c, d] };
}

async function startProxy(
  { supervisor, dataDir }: Options,
  { program, apiPort, temporalPort }: { program: Program; apiPort: number; temporalPort: number },
): Promise<void> {
  const configFile = join(dataDir, 'haproxy.cfg');
  writePrivate(
    configFile,
    haproxyConfig({
      api: { port: apiPort, hosts: Object.values(API_HOSTS) },
      temporal: { port: temporalPort, hosts: Object.values(TEMPORAL_HOSTS) },
    }),
  );
  await supervisor.start({
    name: PROXY,
    command: program.command,
    args: ['-db', '-f', configFile],
    env: program.env,
    graceMs: 1000,
    ready: () => httpAnswers(apiPort),
  });
}

async function kill(
  supervisor: Supervisor,
  part: ClusterPart,
  answers: () => Promise<boolean>,
): Promise<void> {
  const pid = supervisor.pid(part);
  signalQuietly(pid, 'SIGKILL');
  const back = async (): Promise<boolean> => {
    const now = supervisor.pid(part);
    return now !== undefined && now !== pid && answers();
  };
  await eventually(`${part} is started again`, back, 90_000);
}

/** Temporal's own table of members, in which each says every few seconds that it is alive. */
async function countMembers(postgres: Postgres): Promise<number[]> {
  const { rows } = await withPostgres(postgres.url(TEMPORAL_DATABASES.store), (client) =>
    client.query(
      `select role, count(distinct rpc_address)::int as hosts from cluster_membership
        where last_heartbeat > (now() at time zone 'utc') - interval '20 seconds' group by role`,
    ),
  );
  const counted = rows as { role: number; hosts: number }[];
  return Array.from({ length: ROLES }, (_, i) => counted.find(({ role }) => role === i + 1)?.hosts ?? 0);
}
