/**
 * `npm start`: the supervisor. It starts PostgreSQL, migrations and the API, at the same time Temporal and
 * its UI, then the worker, and prints one screen. Where Temporal's server has to be built first, the screen
 * does not wait for it.
 */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { collectAfterStart } from '../../platform/collect-garbage.ts';
import { childEnv, type Config } from '../../platform/config/config.ts';
import type { ChildSpec } from '../embedded/child.ts';
import {
  StartError,
  Supervisor,
  assertPortFree,
  findTemporal,
  startDatabases,
  startTemporalFor,
  stopOnSignals,
  temporalPlace,
  type Infrastructure,
} from '../embedded/index.ts';
import { noteRunning } from '../embedded/find-running.ts';
import { HANGS_AFTER_MS } from '../../platform/alive.ts';
import { loadEncryptionKeys } from '../../platform/secrets.ts';
import { directDatabaseUrl } from '../../platform/database-url.ts';
import { noteTemporalStart } from '../../platform/temporal-start.ts';
import { lookAtDatabase } from './look-at-database.ts';
import { announceBuild, publishBehind } from './publish-behind.ts';
import { createScreen } from './screen.ts';
import { WORKER_STOP_MS } from '../../../temporal/contract/bounds.ts';
import { WEB_DEV_PORT, ensureWeb } from '../../http/build-web.ts';
import { renderWelcome, type ShownWelcome } from './welcome.ts';

/**
 * How API and worker run on a small machine; the benchmarks start them in the same way. The script "start" in
 * package.json gives the supervisor the same, as these hold from the beginning of a process.
 */
export const SMALL_PROCESS = {
  // A young generation of 6 MB instead of 48: the rest would stay allocated after a burst.
  flags: ['--max-semi-space-size=2', '--expose-gc'],
  // Few malloc arenas: otherwise the SDK's threads would keep a hundred MB more after a burst. The thresholds
  // are glibc's own, which it raises by itself unless they are set: then it keeps what a start has freed.
  env: { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '131072' },
} as const;

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));

/**
 * Starts everything and stays until Ctrl-C. With `dev`, API and worker restart when a source changes, the API
 * listens on 3000 and the web app on 4200.
 */
export async function runAll(settings: Config, options: { dev: boolean }): Promise<void> {
  const pages = options.dev
    ? {
        FRONTEND_URL: settings.FRONTEND_URL ?? `http://localhost:${WEB_DEV_PORT}`,
        MAIN_URL: settings.MAIN_URL ?? `http://127.0.0.1:${WEB_DEV_PORT}`,
      }
    : {};
  const config = { ...settings, ...pages, PORT: settings.PORT || (options.dev ? 3000 : 5000) };
  const screen = createScreen();
  const { say } = screen;
  const started = Date.now();
  await assertPortFree({ port: config.PORT, variable: 'PORT', what: 'the API' });
  const supervisor = await Supervisor.open({ dataDir: config.CRIER_DATA_DIR, say });
  stopOnSignals(supervisor, { say });
  try {
    loadEncryptionKeys(config, { create: true });
    noteTemporalStart(config.CRIER_DATA_DIR, null);
    const first = [
      startDatabases(config, { supervisor, say }),
      findTemporal(config),
      options.dev ? null : buildWebAhead(config, say),
    ] as const;
    // When one fails, the others come to their end first: no half database, and no process that is left.
    await Promise.allSettled(first);
    const [{ databaseUrl, postgres }, binaries] = await Promise.all(first);
    const place = temporalPlace(config);
    const env = environmentOf(config, { databaseUrl, ...place });
    const [api, worker, ...others] = programs(config, env, options);
    const temporal = binaries && startTemporalFor(config, { supervisor, say, postgres, binaries });
    // Awaited below: an earlier failure must not count as an unhandled rejection.
    temporal?.catch(() => undefined);
    if (!temporal) announceBuild(config);
    const found = await lookAtDatabase(directDatabaseUrl({ ...config, DATABASE_URL: databaseUrl }), {
      sandbox: config.CRIER_SANDBOX ?? true,
    });
    if (!found.migrated) await runOnce('migrate', env);
    noteRunning(config.CRIER_DATA_DIR, env, { ownDatabase: !config.DATABASE_URL });
    const [welcome, notes] = await Promise.all([
      startApi(supervisor, [api, ...others]).then(async () => found.welcome ?? (await makeWelcome(env))),
      temporal?.then(async (lines) => supervisor.start(worker).then(() => lines)),
    ]);
    const infrastructure = { databaseUrl, ...place, notes: notes ?? [] };
    const seconds = (Date.now() - started) / 1000;
    for (const line of renderWelcome({ config, infrastructure, welcome, seconds, publishes: !!temporal })) {
      say(line);
    }
    collectAfterStart();
    if (!temporal) {
      supervisor.inBackground(publishBehind({ config, supervisor, screen, postgres, worker }));
    }
  } catch (error) {
    await supervisor.stopAll();
    throw error;
  }
}

async function startApi(supervisor: Supervisor, programs: readonly ChildSpec[]): Promise<void> {
  for (const program of programs) await supervisor.start(program);
}

/** The API has to be up: the sandbox channel is connected through it. */
async function makeWelcome(env: NodeJS.ProcessEnv): Promise<ShownWelcome> {
  return JSON.parse(await runOnce('first-run', env)) as ShownWelcome;
}

/** API and worker, and with `dev` the server of the web app. */
export function programs(
  config: Config,
  env: NodeJS.ProcessEnv,
  { dev }: { dev: boolean },
): [api: ChildSpec, worker: ChildSpec, ...others: ChildSpec[]] {
  const own = { env, ipc: true, command: process.execPath, aliveWithinMs: HANGS_AFTER_MS };
  // Node's watcher does not forward our message, so a watched process is polled instead.
  const flags = [...SMALL_PROCESS.flags, ...(dev ? ['--watch', '--watch-kill-signal=SIGINT'] : [])];
  const answers = async (): Promise<boolean> =>
    fetch(`http://127.0.0.1:${config.PORT}/api/health`).then(
      (r) => r.ok,
      () => false,
    );
  return [
    {
      ...own,
      name: 'api',
      args: [...flags, MAIN, 'api'],
      // It is the only one: no proxy has another one to send a request to.
      stopSignal: 'SIGINT',
      graceMs: 15_000,
      ready: dev ? answers : 'message',
    },
    {
      ...own,
      name: 'worker',
      args: [...flags, MAIN, 'worker'],
      graceMs: WORKER_STOP_MS,
      ready: dev ? undefined : 'message',
    },
    ...(dev
      ? [{ ...own, name: 'web', args: [MAIN, 'web-dev'], graceMs: 5000, ready: 'message' as const }]
      : []),
  ];
}

/** While the database starts. The API builds it again when a page is requested and there is none. */
async function buildWebAhead(config: Config, say: (line: string) => void): Promise<void> {
  await ensureWeb(config).catch((error: unknown) => say((error as Error).message));
}

/**
 * The environment of API and worker. The sandbox is on unless CRIER_SANDBOX=false: this is a first look or a
 * small instance.
 */
export function environmentOf(
  config: Config,
  { databaseUrl, temporalAddress }: Pick<Infrastructure, 'databaseUrl' | 'temporalAddress'>,
): NodeJS.ProcessEnv {
  return childEnv({
    DATABASE_URL: databaseUrl,
    TEMPORAL_ADDRESS: temporalAddress,
    CRIER_DATA_DIR: config.CRIER_DATA_DIR,
    CRIER_CACHE_DIR: config.CRIER_CACHE_DIR,
    PORT: String(config.PORT),
    FRONTEND_URL: config.FRONTEND_URL,
    MAIN_URL: config.MAIN_URL,
    ...SMALL_PROCESS.env,
    CRIER_SANDBOX: String(config.CRIER_SANDBOX ?? true),
    CRIER_SANDBOX_URL: config.CRIER_SANDBOX_URL ?? `http://127.0.0.1:${config.PORT}`,
  });
}

/**
 * Runs a role that ends by itself (so that its libraries do not stay in this process) and returns what it
 * printed.
 */
async function runOnce(role: 'migrate' | 'first-run', env: NodeJS.ProcessEnv): Promise<string> {
  const child = spawn(process.execPath, [MAIN, role], {
    env: { ...env, LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [output, errors] = await Promise.all([
    child.stdout.toArray(),
    child.stderr.toArray(),
    new Promise((resolve, reject) => child.once('error', reject).once('close', resolve)),
  ]);
  if (child.exitCode !== 0) {
    throw new StartError(
      Buffer.concat(errors).toString().trim() || `${role} ended with exit code ${child.exitCode}`,
    );
  }
  return Buffer.concat(output).toString();
}
