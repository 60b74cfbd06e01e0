/** Everything that `npm start` brings up beneath Crier itself. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../platform/config/config.ts';
import type { Tell } from './build-progress.ts';
import { startPostgres, type Postgres } from './postgres.ts';
import type { Supervisor } from './supervisor.ts';
import { temporalAtHand, type TemporalBinaries } from './temporal-binaries.ts';
import { assertTemporalPortsFree, startTemporal, type Temporal } from './temporal-server.ts';

export { StartError } from '../../platform/start-error.ts';
export { assertPortFree } from './ports.ts';
export { stopOnSignals } from './signals.ts';
export { Supervisor } from './supervisor.ts';

export interface Infrastructure {
  readonly databaseUrl: string;
  /** host:port. */
  readonly temporalAddress: string;
  /** null when Temporal is run by another party. */
  readonly temporalUiUrl: string | null;
  /** What a person should know, one line each. */
  readonly notes: readonly string[];
}

export interface ServerOptions {
  readonly supervisor: Supervisor;
  readonly say: (line: string) => void;
}

/** Databases that answer: Crier's own, and the embedded server where there is one. */
export interface Databases {
  readonly databaseUrl: string;
  readonly postgres: Postgres | null;
}

type TemporalKind = Temporal['kind'];

/** Crier's own database on the embedded server. */
const DATABASE = 'crier';

/**
 * Starts the servers that the configuration does not name: DATABASE_URL and TEMPORAL_ADDRESS are used as they
 * are.
 *
 * With DATABASE_URL alone, Temporal still gets an embedded PostgreSQL, for itself only.
 *
 * @throws StartError with the fix
 */
export async function startInfrastructure(
  config: Config,
  supervisor: Supervisor,
  say: (line: string) => void,
): Promise<Infrastructure> {
  const { databaseUrl, postgres } = await startDatabases(config, { supervisor, say });
  const binaries = await findTemporal(config);
  const notes = await startTemporalFor(config, { supervisor, say, postgres, binaries });
  return { databaseUrl, ...temporalPlace(config), notes };
}

/**
 * Starts PostgreSQL where one is needed. The ports that Temporal will need are looked at too: a start that
 * must fail does so before anything slow.
 *
 * @throws StartError with the fix
 */
export async function startDatabases(config: Config, options: ServerOptions): Promise<Databases> {
  const { CRIER_DATA_DIR: dataDir, CRIER_CACHE_DIR: cacheDir, TEMPORAL_PORT, TEMPORAL_UI_PORT } = config;
  if (!config.TEMPORAL_ADDRESS) {
    await assertTemporalPortsFree({ port: TEMPORAL_PORT, uiPort: TEMPORAL_UI_PORT });
  }
  const needsPostgres = !config.DATABASE_URL || !config.TEMPORAL_ADDRESS;
  const postgres = needsPostgres ? await startPostgres({ ...options, dataDir, cacheDir }) : null;
  return { databaseUrl: config.DATABASE_URL ?? (await ownDatabase(postgres)), postgres };
}

/** Where Temporal is, or will be when it is there. */
export function temporalPlace(
  config: Pick<Config, 'TEMPORAL_ADDRESS' | 'TEMPORAL_PORT' | 'TEMPORAL_UI_PORT'>,
): Pick<Infrastructure, 'temporalAddress' | 'temporalUiUrl'> {
  return config.TEMPORAL_ADDRESS
    ? { temporalAddress: config.TEMPORAL_ADDRESS, temporalUiUrl: null }
    : {
        temporalAddress: `127.0.0.1:${config.TEMPORAL_PORT}`,
        temporalUiUrl: `http://localhost:${config.TEMPORAL_UI_PORT}`,
      };
}

/**
 * The programs of the embedded Temporal server, when they need neither a build nor a download; `'elsewhere'`
 * when TEMPORAL_ADDRESS names another server, null when they have to be got first.
 *
 * @throws StartError when those that CRIER_TEMPORAL_BIN names cannot be used
 */
export async function findTemporal(config: Config): Promise<TemporalBinaries | 'elsewhere' | null> {
  if (config.TEMPORAL_ADDRESS) return 'elsewhere';
  const { CRIER_TEMPORAL_BIN: path, CRIER_TEMPORAL_BIN_SHA256: sha256 } = config;
  return temporalAtHand(config.CRIER_CACHE_DIR, path ? { path, sha256 } : undefined);
}

/**
 * Starts the embedded Temporal server, with programs that are got first when there are none; does nothing
 * when it is elsewhere.
 *
 * @returns what a person should know, one line each
 * @throws StartError with the fix
 */
export async function startTemporalFor(
  config: Config,
  options: ServerOptions & {
    readonly postgres: Postgres | null;
    readonly binaries: TemporalBinaries | 'elsewhere' | null;
    readonly tell?: Tell;
  },
): Promise<string[]> {
  const { postgres, binaries } = options;
  if (!postgres || binaries === 'elsewhere') return [];
  const { CRIER_DATA_DIR: dataDir, CRIER_CACHE_DIR: cacheDir } = config;
  const had = {
    'dev-server': existsSync(join(dataDir, 'temporal', 'dev-server.sqlite')),
    server: existsSync(join(dataDir, 'temporal.schema')),
  };
  const ports = { port: config.TEMPORAL_PORT, uiPort: config.TEMPORAL_UI_PORT };
  const { kind } = await startTemporal({ ...options, ...ports, postgres, binaries, dataDir, cacheDir });
  return notesFor(kind, had);
}

async function ownDatabase(postgres: Postgres | null): Promise<string> {
  if (!postgres) throw new TypeError('An embedded database needs an embedded server');
  await postgres.createDatabase(DATABASE);
  return postgres.url(DATABASE);
}

/** `had`: which kinds an earlier start used; their workflows do not move from one to the other. */
function notesFor(kind: TemporalKind, had: Readonly<Record<TemporalKind, boolean>>): string[] {
  const other = kind === 'server' ? 'dev-server' : 'server';
  const kept = { server: 'PostgreSQL', 'dev-server': 'temporal/dev-server.sqlite' }[other];
  return [
    ...(kind === 'dev-server'
      ? [
          'Temporal is the CLI dev server on an SQLite file: good for a first look, slower under load. Install Go to get the full server on PostgreSQL.',
        ]
      : []),
    ...(had[other]
      ? [
          `An earlier start used another Temporal server; its workflows stay in ${kept}, and the reconciler starts again what is still due.`,
        ]
      : []),
  ];
}
