/** MikroORM on PostgreSQL for the model; named prepared statements on the same pool for the hot path. */
import { Migrator } from '@mikro-orm/migrations';
import { MikroORM, type EntityManager } from '@mikro-orm/postgresql';
import type { Pool, PoolClient } from 'pg';
import { migrations } from '../../migrations/index.ts';
import { entities } from '../entities/index.ts';

export type { EntityManager };

/**
 * A prepared statement: `text` with $1, $2 …; `name` is unique per text, so that PostgreSQL parses it once
 * per connection.
 */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

/** The process-wide database handle. */
export interface Database {
  readonly orm: MikroORM;
  /** A unit of work of its own; one per request or activity. */
  fork(): EntityManager;
  /** Runs a prepared statement in a transaction of its own and returns its rows. */
  query<Row extends object>(statement: Statement, values?: readonly unknown[]): Promise<Row[]>;
  close(): Promise<void>;
}

/**
 * Connects lazily: while the database is down, calls fail and the process lives.
 *
 * @param options.poolSize connections at most; the API and the worker each have their own pool
 */
export async function connectDatabase(options: {
  url: string;
  poolSize: number;
  applicationName: string;
}): Promise<Database> {
  const orm = await MikroORM.init({
    clientUrl: options.url,
    entities,
    extensions: [Migrator],
    migrations: {
      migrationsList: migrations,
      tableName: 'migration',
      snapshot: false,
      transactional: true,
      allOrNothing: true,
      silent: true,
    },
    pool: { min: 0, max: options.poolSize },
    driverOptions: {
      application_name: options.applicationName,
      statement_timeout: 30_000,
      connectionTimeoutMillis: 5000,
      keepAlive: true,
      onPoolCreated: takeBackDeadConnections,
    },
    allowGlobalContext: false,
    forceUtcTimezone: true,
  });
  const connection = orm.em.getConnection();
  return {
    orm,
    fork: () => orm.em.fork(),
    async query<Row extends object>(statement: Statement, values: readonly unknown[] = []) {
      const pool = await connection.getNativeClient();
      const result = await pool.query<Row>({ ...statement, values: [...values] });
      return result.rows;
    },
    close: () => orm.close(true),
  };
}

/** Runs a prepared statement's text inside a transaction of the ORM. */
export async function queryInside<Row extends object>(
  tx: EntityManager,
  { text }: Statement,
  values: readonly unknown[],
): Promise<Row[]> {
  const ordered: unknown[] = [];
  const sql = text.replaceAll(/\$(\d+)/g, (_, n: string) => {
    ordered.push(values[Number(n) - 1]);
    return '?';
  });
  return tx.execute<Row[]>(sql, ordered);
}

const GRACE_MS = 1000;

/**
 * Kysely gives the connection of a transaction back once its ROLLBACK was answered. A connection that died
 * answers nothing, so each restart of the database would cost the pool as many places as there were
 * transactions, until none is left.
 */
function takeBackDeadConnections(pool: Pool): void {
  const taken = new Set<PoolClient>();
  pool.on('acquire', (client) => taken.add(client));
  pool.on('release', (_error, client) => taken.delete(client));
  pool.on('connect', (client) =>
    client.once('end', () =>
      setTimeout(() => {
        if (taken.has(client)) client.release(true);
      }, GRACE_MS),
    ),
  );
}

/**
 * Brings the schema to this version; quick when it is there already. Safe to call from several processes at
 * once.
 *
 * @param to name of the migration to stop after, for what must be loaded into an older schema
 */
export async function migrate(database: Database, to?: string): Promise<void> {
  const em = database.fork();
  // One migrator at a time; the others find nothing left to do.
  await em.transactional(async (locked) => {
    await locked.execute('select pg_advisory_xact_lock(5823490123)');
    await database.orm.migrator.up(to ? { to } : {});
  });
}
