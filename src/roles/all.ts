/**
 * `npm start`: the supervisor. PostgreSQL, Temporal and its UI, migrations, worker and API, in this order;
 * then one screen.
 */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { childEnv, type Config } from '../config.ts';
import {
  StartError,
  Supervisor,
  assertPortFree,
  startInfrastructure,
  stopOnSignals,
  type Infrastructure,
} from '../embedded/index.ts';
import { noteRunning } from '../embedded/find-running.ts';
import { loadEncryptionKeys } from '../platform/secrets.ts';
import { WEB_DEV_PORT } from '../http/build-web.ts';
import { renderWelcome, type ShownWelcome } from './welcome.ts';

/** How API and worker run on a small machine; benchmarks start them the same way. */
export const SMALL_PROCESS = {
  // A young generation of 6 MB instead of 48: after a burst, the rest would be kept.
  flags: ['--max-semi-space-size=2'],
  // Few malloc arenas: after a burst the SDK's threads would keep a hundred MB more.
  env: { MALLOC_ARENA_MAX: '2' },
} as const;

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));

/**
 * Starts everything and stays until Ctrl-C. With `dev`, API and worker restart when a source changes, the API
 * listens on 3000 and the web app on 4200.
 */
export async function runAll(given: Config, options: { dev: boolean }): Promise<void> {
  const pages = options.dev
    ? {
        FRONTEND_URL: given.FRONTEND_URL ?? `http://localhost:${WEB_DEV_PORT}`,
        MAIN_URL: given.MAIN_URL ?? `http://127.0.0.1:${WEB_DEV_PORT}`,
      }
    : {};
  const config = { ...given, ...pages, PORT: given.PORT || (options.dev ? 3000 : 5000) };
  const say = (line: string): void => void process.stdout.write(`${line}\n`);
  const started = Date.now();
  await assertPortFree({ port: config.PORT, variable: 'PORT', what: 'the API' });
  const supervisor = await Supervisor.open({ dataDir: config.CRIER_DATA_DIR, say });
  stopOnSignals(supervisor, { say });
  try {
    loadEncryptionKeys(config, { create: true });
    const infrastructure = await startInfrastructure(config, supervisor, say);
    const env = environment(config, infrastructure);
    await runOnce('migrate', env);
    noteRunning(config.CRIER_DATA_DIR, env, { ownDatabase: !config.DATABASE_URL });
    const own = { env, ipc: true, command: process.execPath };
    // Node's watcher does not pass our message on, so a watched process is asked instead.
    const flags = [...SMALL_PROCESS.flags, ...(options.dev ? ['--watch'] : [])];
    const answers = async (): Promise<boolean> =>
      fetch(`http://127.0.0.1:${config.PORT}/api/health`).then(
        (r) => r.ok,
        () => false,
      );
    await supervisor.start({
      ...own,
      name: 'api',
      args: [...flags, MAIN, 'api'],
      graceMs: 15_000,
      ready: options.dev ? answers : 'message',
    });
    if (options.dev) {
      await supervisor.start({
        ...own,
        name: 'web',
        args: [MAIN, 'web-dev'],
        graceMs: 5000,
        ready: 'message',
      });
    }
    const [welcome] = await Promise.all([
      runOnce('first-run', env).then((output) => JSON.parse(output) as ShownWelcome),
      supervisor.start({
        ...own,
        name: 'worker',
        args: [...flags, MAIN, 'worker'],
        graceMs: 50_000,
        ready: options.dev ? undefined : 'message',
      }),
    ]);
    for (const line of renderWelcome({
      config,
      infrastructure,
      welcome,
      seconds: (Date.now() - started) / 1000,
    })) {
      say(line);
    }
  } catch (error) {
    await supervisor.stopAll();
    throw error;
  }
}

/**
 * What API and worker are told. The sandbox is on: this is a first look or a small instance, not a hardened
 * deployment.
 */
function environment(config: Config, { databaseUrl, temporalAddress }: Infrastructure): NodeJS.ProcessEnv {
  return childEnv({
    DATABASE_URL: databaseUrl,
    TEMPORAL_ADDRESS: temporalAddress,
    CRIER_DATA_DIR: config.CRIER_DATA_DIR,
    CRIER_CACHE_DIR: config.CRIER_CACHE_DIR,
    PORT: String(config.PORT),
    FRONTEND_URL: config.FRONTEND_URL,
    MAIN_URL: config.MAIN_URL,
    ...SMALL_PROCESS.env,
    CRIER_SANDBOX: 'true',
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
