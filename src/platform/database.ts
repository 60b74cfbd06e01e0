/** MikroORM on PostgreSQL for the model; named prepared statements on the same pool for the hot path. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Migrator } from '@mikro-orm/migrations';
import { MikroORM, type EntityManager } from '@mikro-orm/postgresql';
import { CompiledQuery, type Transaction } from 'kysely';
import type { Pool } from 'pg';
import { migrations } from '../../migrations/index.ts';
import { entities } from './entities/index.ts';
import { askAfterUs, giveUpDeadConnections, withPatience } from './pool.ts';

export type { EntityManager };

/**
 * A prepared statement: `text` with $1, $2 …; `name` is unique per text, so that PostgreSQL parses it once
 * per connection.
 */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

/** The part of the database that lists need: statements, and nothing of the model. */
export interface Reader {
  /** Runs a prepared statement in a transaction of its own and returns its rows. */
  query<Row extends object>(statement: Statement, values?: readonly unknown[]): Promise<Row[]>;
}

/** The process-wide database handle. */
export interface Database extends Reader {
  readonly orm: MikroORM;
  /** A unit of work of its own; one per request or activity. */
  fork(): EntityManager;
  close(): Promise<void>;
}

/**
 * Connects lazily: while the database is down, calls fail and the process lives.
 *
 * @param options.poolSize connections at most; the API and the worker each have their own pool
 * @param options.statementMs how long a statement may take (`transactPatiently`: any time); default 30 s
 * @param options.pooled through PgBouncer in transaction mode: statements have no name, as one that was
 * prepared on another connection is not known there, and the pooler sets their time limit, as it refuses
 * settings of a connection (pgbouncer.org/features, "SQL feature map for pooling modes";
 * pgbouncer.org/config, `ignore_startup_parameters`)
 */
export async function connectDatabase(options: {
  url: string;
  pooled?: boolean;
  poolSize: number;
  applicationName: string;
  statementMs?: number;
}): Promise<Database> {
  const { statementMs = 30_000 } = options;
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
      ...(options.pooled ? {} : { statement_timeout: statementMs, onConnect: askAfterUs }),
      connectionTimeoutMillis: 5000,
      keepAlive: true,
      onPoolCreated: (pool: Pool) => giveUpDeadConnections(pool, { url: options.url, statementMs }),
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
      const { text, name } = statement;
      const result = await pool.query<Row>({
        text,
        ...(options.pooled ? {} : { name }),
        values: [...values],
      });
      return result.rows;
    },
    close: () => orm.close(true),
  };
}

/**
 * A transaction whose statements may take as long as they need, where others have 30 s: an index on a large
 * table, the rows of a whole organisation.
 */
export function transactPatiently<T>(
  database: Database,
  work: (tx: EntityManager) => Promise<T>,
): Promise<T> {
  return withPatience(() =>
    database.fork().transactional(async (tx) => {
      await tx.execute('set local statement_timeout = 0');
      return work(tx);
    }),
  );
}

/**
 * Counts rows after many were written: PostgreSQL plans by what it last knew of its tables, and checks by
 * itself only after a minute. Tables that it takes for empty are read once for each row of another. It counts
 * what the transaction itself has written, which takes a patient one.
 */
export async function countRows(tx: EntityManager): Promise<void> {
  await tx.execute('analyze');
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

/** Runs a statement that answers with one `count`. */
export async function counted(tx: EntityManager, text: string, values: readonly unknown[]): Promise<number> {
  return (await tx.execute<{ count: number }[]>(text, [...values]))[0]?.count ?? 0;
}

/**
 * Runs a statement with $1, $2 … inside a transaction of the ORM, and sends its values beside it. The ORM
 * writes them into the text, one character at a time, which takes much time and memory for megabytes of JSON.
 *
 * @throws errors of PostgreSQL as its driver has them, not those of the ORM
 */
export async function sendInside(tx: EntityManager, text: string, values: readonly unknown[]): Promise<void> {
  const transaction = tx.getTransactionContext<Transaction<unknown>>();
  if (!transaction) throw new Error('sendInside needs a transaction');
  await transaction.executeQuery(CompiledQuery.raw(text, [...values]));
}

/**
 * A change of a table waits until nobody uses it, and everybody who comes after it waits behind it: for so
 * long at most, then it steps back and lets them go first.
 */
const LOCK_TIMEOUT_MS = 3000;
const MIGRATE_PAUSE_MS = 2000;
/** For five minutes; a transaction that is still open then needs a person. */
const MIGRATE_TRIES = 60;

/**
 * Brings the schema to this version; quick when it is there already. Safe to call from several processes at
 * once: one migrates, the others wait for it, however long it takes, and find nothing left to do.
 *
 * @param to name of the migration to stop after, for what must be loaded into an older schema
 * @throws the driver's error when a table stays in use for five minutes (`isTableInUse`); nothing has changed
 * then
 */
export async function migrate(database: Database, to?: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await migrateOnce(database, to);
    } catch (error) {
      if (tries === MIGRATE_TRIES || !isTableInUse(error)) throw error;
      await sleep(MIGRATE_PAUSE_MS);
    }
  }
}

/** Whether a change of the schema stepped back before those who use its tables. */
export function isTableInUse(error: unknown): boolean {
  for (let e: unknown = error; e instanceof Error; e = e.cause) {
    // lock_not_available, deadlock_detected
    if (['55P03', '40P01'].includes((e as NodeJS.ErrnoException).code ?? '')) return true;
  }
  return false;
}

/** All in one transaction: a process that is killed in the middle has changed nothing. */
async function migrateOnce(database: Database, to: string | undefined): Promise<void> {
  await transactPatiently(database, async (tx) => {
    await tx.execute('select pg_advisory_xact_lock(5823490123)');
    await tx.execute(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`);
    await database.orm.migrator.up({ ...(to ? { to } : {}), transaction: tx.getTransactionContext() });
  });
}
