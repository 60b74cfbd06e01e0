/**
 * The embedded Temporal server: the official one on the embedded PostgreSQL, or the CLI's dev server where
 * that cannot be had.
 */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { childEnv } from '../../platform/config/config.ts';
import { StartError } from '../../platform/start-error.ts';
import type { Tell } from './build-progress.ts';
import type { ChildSpec } from './child.ts';
import { ensureFolder, readText, writePrivate } from '../../platform/folders.ts';
import type { Job } from './jobs.ts';
import { assertPortFree, freePort } from './ports.ts';
import type { Postgres } from './postgres.ts';
import type { Supervisor } from './supervisor.ts';
import { temporalBinaries, type TemporalBinaries } from './temporal-binaries.ts';
import { serverConfig, uiConfig, type TemporalPorts } from './temporal-config.ts';
import { httpAnswers, temporalAnswers } from './temporal-ready.ts';
import { ensureTemporalSchema } from './temporal-schema.ts';
import { begin } from '../../platform/temporal-start.ts';
import { SERVER_SOURCE } from './temporal-versions.ts';

/**
 * Memory of the Go process: little garbage while posts wait (half of what lives, not as much again), and room
 * for a burst. A limit that a burst reaches, 170 MiB, doubles its CPU time.
 */
export const SERVER_MEMORY = { GOGC: '50', GOMEMLIMIT: '320MiB' } as const;

export interface TemporalOptions {
  readonly supervisor: Supervisor;
  readonly postgres: Postgres;
  readonly dataDir: string;
  readonly cacheDir: string;
  readonly port: number;
  /** null = no UI. */
  readonly uiPort: number | null;
  readonly say: (line: string) => void;
  /** Programs that are at hand; got from where they can be had when absent. */
  readonly binaries?: TemporalBinaries | null;
  /** Hears how far it is. */
  readonly tell?: Tell;
}

/** A running server. */
export interface Temporal {
  /** host:port of the frontend. */
  readonly address: string;
  readonly uiUrl: string | null;
  readonly kind: TemporalBinaries['kind'];
}

/**
 * Starts the server and its UI; resolves when workflows can be started.
 *
 * Restarted together with PostgreSQL: its memory may be ahead of its store.
 *
 * @throws StartError: port in use, no programs to be had, schema not possible, server does not start
 */
export async function startTemporal(options: TemporalOptions): Promise<Temporal> {
  await assertTemporalPortsFree(options);
  const { supervisor, cacheDir, say, tell } = options;
  const getting = { run: (job: Job) => supervisor.run(job), tell, signal: supervisor.signal };
  const binaries = options.binaries ?? (await temporalBinaries(cacheDir, say, getting));
  tell?.(begin('starting'));
  ensureFolder(join(options.dataDir, 'temporal'), { variable: 'CRIER_DATA_DIR', mode: 0o700 });
  if (binaries.kind === 'server') await startServer(options, binaries);
  else await startDevServer(options, binaries.cli);
  return {
    address: `127.0.0.1:${options.port}`,
    uiUrl: options.uiPort === null ? null : `http://localhost:${options.uiPort}`,
    kind: binaries.kind,
  };
}

/** Fails early, before anything slow, when a port that must be had is taken. */
export async function assertTemporalPortsFree(
  options: Pick<TemporalOptions, 'port' | 'uiPort'>,
): Promise<void> {
  await assertPortFree({ port: options.port, variable: 'TEMPORAL_PORT', what: 'the Temporal server' });
  if (options.uiPort !== null) {
    await assertPortFree({ port: options.uiPort, variable: 'TEMPORAL_UI_PORT', what: 'the Temporal UI' });
  }
}

async function startServer(
  options: TemporalOptions,
  binaries: Extract<TemporalBinaries, { kind: 'server' }>,
): Promise<void> {
  const { supervisor, postgres, dataDir, port, uiPort } = options;
  await ensureTemporalSchema({ ...options, sqlTool: binaries.sqlTool, run: (job) => supervisor.run(job) });
  const configFile = join(dataDir, 'temporal', 'server.yaml');
  writePrivate(configFile, serverConfig(postgres, await choosePorts(dataDir, port)));
  const address = `127.0.0.1:${port}`;
  await supervisor.start(serverSpec('temporal', { program: binaries.server, configFile, address }));
  if (uiPort !== null) await startUi(options, { program: binaries.ui, uiPort });
}

/** How the server is kept running; `address` of its frontend. */
export function serverSpec(
  name: string,
  { program, configFile, address }: { program: string; configFile: string; address: string },
): ChildSpec {
  return {
    name,
    command: program,
    args: ['--config-file', configFile, '--allow-no-auth', 'start'],
    env: childEnv(SERVER_MEMORY),
    cwd: dirname(configFile),
    dependsOn: ['postgres'],
    explain,
    ready: () => temporalAnswers(address),
  };
}

async function startUi(options: TemporalOptions, ui: { program: string; uiPort: number }): Promise<void> {
  const folder = join(options.dataDir, 'temporal');
  writePrivate(join(folder, 'ui.yaml'), uiConfig(ui.uiPort, `127.0.0.1:${options.port}`));
  await options.supervisor.start({
    name: 'temporal-ui',
    command: ui.program,
    args: ['--root', folder, '--config', '.', '--env', 'ui', 'start'],
    env: childEnv({ GOMEMLIMIT: '64MiB' }),
    cwd: folder,
    graceMs: 3000,
    ready: () => httpAnswers(ui.uiPort),
  });
}

async function startDevServer(options: TemporalOptions, cli: string): Promise<void> {
  const { supervisor, dataDir, port, uiPort } = options;
  const ui = uiPort === null ? ['--headless'] : ['--ui-port', String(uiPort)];
  await supervisor.start({
    name: 'temporal',
    command: cli,
    args: [
      'server',
      'start-dev',
      '--ip',
      '127.0.0.1',
      '--port',
      String(port),
      ...ui,
      '--log-level',
      'warn',
      '--db-filename',
      join(dataDir, 'temporal', 'dev-server.sqlite'),
      ...dynamicConfigFlags(),
    ],
    env: childEnv({ GOMEMLIMIT: '256MiB' }),
    cwd: join(dataDir, 'temporal'),
    ready: () => temporalAnswers(`127.0.0.1:${port}`),
  });
}

/** The server logs JSON; its last error has the reason why it gave up. */
function explain(output: string): StartError | null {
  const line = output.split('\n').findLast((l) => /"level":"(error|fatal)"/.test(l));
  const said = line && /"msg":"((?:[^"\\]|\\.)*)"(?:.*?"error":"((?:[^"\\]|\\.)*)")?/.exec(line);
  return said ? new StartError(`temporal did not start: ${said[1]}${said[2] ? `: ${said[2]}` : ''}`) : null;
}

/** The dev server takes `key=value` where the server takes a file; our file holds one plain value per key. */
function dynamicConfigFlags(): string[] {
  const text = readFileSync(join(SERVER_SOURCE, 'dynamic-config.yaml'), 'utf8');
  return [...text.matchAll(/^([\w.]+):\n\s+- value: (\S+)$/gm)].flatMap(([, key, value]) => [
    '--dynamic-config-value',
    `${key}=${value}`,
  ]);
}

/**
 * Free ports, the same ones as last time where possible: members that moved make the server wait for each
 * other.
 */
async function choosePorts(dataDir: string, frontend: number): Promise<TemporalPorts> {
  const file = join(dataDir, 'temporal', 'ports');
  const remembered = (readText(file) ?? '').split(' ').map(Number);
  const ports: number[] = [];
  while (ports.length < 8) {
    const port = await freePort(remembered[ports.length] || undefined);
    if (port !== frontend && !ports.includes(port)) ports.push(port);
    else remembered[ports.length] = 0;
  }
  writePrivate(file, ports.join(' '));
  const [frontendHttp = 0, history = 0, matching = 0, worker = 0, a = 0, b = 0, c = 0, d = 0] = ports;
  return { frontend, frontendHttp, history, matching, worker, membership: [a, b, c, d] };
}
