/** Everything that `npm start` brings up beneath Crier itself. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { startPostgres, type Postgres } from './postgres.ts';
import type { Supervisor } from './supervisor.ts';
import { assertTemporalPortsFree, startTemporal, type Temporal } from './temporal-server.ts';

export { StartError } from '../platform/start-error.ts';
export { assertPortFree } from './ports.ts';
export { stopOnSignals } from './signals.ts';
export { Supervisor } from './supervisor.ts';

/** Where the servers are. */
export interface Infrastructure {
  readonly databaseUrl: string;
  /** host:port. */
  readonly temporalAddress: string;
  /** null when Temporal is somebody else's. */
  readonly temporalUiUrl: string | null;
  /** What a person should know, one line each. */
  readonly notes: readonly string[];
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
  const dataDir = config.CRIER_DATA_DIR;
  const cacheDir = config.CRIER_CACHE_DIR;
  const ports = { port: config.TEMPORAL_PORT, uiPort: config.TEMPORAL_UI_PORT };
  if (!config.TEMPORAL_ADDRESS) await assertTemporalPortsFree(ports);
  const needsPostgres = !config.DATABASE_URL || !config.TEMPORAL_ADDRESS;
  const postgres = needsPostgres ? await startPostgres({ supervisor, dataDir, cacheDir, say }) : null;
  const databaseUrl = config.DATABASE_URL ?? (await ownDatabase(postgres));
  if (config.TEMPORAL_ADDRESS || !postgres) {
    return { databaseUrl, temporalAddress: config.TEMPORAL_ADDRESS ?? '', temporalUiUrl: null, notes: [] };
  }
  const had = {
    'dev-server': existsSync(join(dataDir, 'temporal', 'dev-server.sqlite')),
    server: existsSync(join(dataDir, 'temporal.schema')),
  };
  const temporal = await startTemporal({ supervisor, postgres, dataDir, cacheDir, ...ports, say });
  return {
    databaseUrl,
    temporalAddress: temporal.address,
    temporalUiUrl: temporal.uiUrl,
    notes: notesFor(temporal.kind, had),
  };
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
          `An earlier start used another Temporal server; its workflows stay in ${kept}, and the reconciler starts anew what is still due.`,
        ]
      : []),
  ];
}
