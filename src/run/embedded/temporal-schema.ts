/** Temporal's databases and their schema, by the server's own SQL tool. */
import { join } from 'node:path';
import { childEnv } from '../../platform/config/config.ts';
import { explainFailure } from '../../platform/start-error.ts';
import { readText, writePrivate } from '../../platform/folders.ts';
import type { Postgres } from './postgres.ts';
import { withPostgres } from '../../platform/postgres-client.ts';
import type { RunJob } from './jobs.ts';
import { TEMPORAL_DATABASES } from './temporal-config.ts';
import { temporalVersions } from './temporal-versions.ts';

const SCHEMAS = [
  { database: TEMPORAL_DATABASES.store, schema: 'postgresql/v12/temporal' },
  { database: TEMPORAL_DATABASES.visibility, schema: 'postgresql/v12/visibility' },
] as const;

/**
 * Makes the two databases and brings their schema to the version of this server.
 * A note in the data folder lets later starts skip it until the server's version changes.
 *
 * @throws StartError with the tool's message
 */
export async function ensureTemporalSchema(options: {
  readonly postgres: Postgres;
  readonly sqlTool: string;
  readonly dataDir: string;
  readonly say: (line: string) => void;
  readonly run: RunJob;
}): Promise<void> {
  const { postgres, sqlTool, dataDir, say, run } = options;
  const note = join(dataDir, 'temporal.schema');
  const version = temporalVersions().server;
  if (readText(note) === version && (await databasesExist(postgres))) return;
  say('Setting up the Temporal databases');
  for (const { database, schema } of SCHEMAS) {
    await postgres.createDatabase(database);
    // A power cut may cost Temporal its last second: Crier's own database decides, and its reconciler starts
    // what was forgotten.
    await withPostgres(postgres.adminUrl, (client) =>
      client.query(`ALTER DATABASE ${database} SET synchronous_commit = off`),
    );
    await updateSchema({ postgres, sqlTool, database, schema, run });
  }
  writePrivate(note, version);
}

async function updateSchema(options: {
  postgres: Postgres;
  sqlTool: string;
  database: string;
  schema: string;
  run: RunJob;
}): Promise<void> {
  const { postgres, sqlTool, database, schema, run } = options;
  const where = [
    '--plugin',
    'postgres12',
    '--endpoint',
    postgres.host,
    '--port',
    String(postgres.port),
    '--user',
    postgres.user,
    '--database',
    database,
  ];
  // In the environment: arguments can be read by every user of the machine.
  const env = childEnv({ SQL_PASSWORD: postgres.password });
  // A schema that was cut off in the middle could not be continued.
  const tool = { name: 'temporal-schema', command: sqlTool, env, finishes: true };
  try {
    if (!(await hasSchema(postgres, database))) {
      await run({ ...tool, args: [...where, 'setup-schema', '--version', '0.0'] });
    }
    await run({ ...tool, args: [...where, 'update-schema', '--schema-name', schema] });
  } catch (error) {
    throw explainFailure(`The schema of the database ${database} could not be set up`, error);
  }
}

/** `setup-schema` starts from nothing, so it must run only once. */
async function hasSchema(postgres: Postgres, database: string): Promise<boolean> {
  const { rows } = await withPostgres(postgres.url(database), (client) =>
    client.query(`SELECT to_regclass('schema_version') AS found`),
  );
  return rows[0]?.found !== null;
}

async function databasesExist(postgres: Postgres): Promise<boolean> {
  const names = SCHEMAS.map((s) => s.database);
  const { rows } = await withPostgres(postgres.adminUrl, (client) =>
    client.query('SELECT datname FROM pg_database WHERE datname = ANY($1)', [names]),
  );
  return rows.length === names.length;
}
