/** The database of v1: read only, its shape derived from its columns. */
import { createHash } from 'node:crypto';
import pg from 'pg';
import { isDatabaseDown } from '../../platform/database-errors.ts';
import { ApiError } from '../../platform/errors.ts';
import { versionOf, type Shape } from './version.ts';

/** A row as PostgreSQL's `to_jsonb` gives it: times without a zone (they are UTC), numbers, texts, null. */
export type SourceRow = Readonly<Record<string, unknown>>;

/** A connection that reads the database of v1, and what its columns and identity show. */
export interface SourceDatabase {
  readonly shape: Shape;
  /** The release, by what the columns show: `v1.35.1 to v1.36.0`. */
  readonly version: string;
  /** The same for every URL that leads to this database, also after others are founded in it. */
  readonly fingerprint: string;
  /** As earlier versions of Crier had it: by the smallest id, and those of v1 are random. */
  readonly formerFingerprint: string;
  query<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  close(): Promise<void>;
}

const COLUMNS = `select table_name as "table", array_agg(column_name::text) as columns
  from information_schema.columns where table_schema = 'public' group by table_name`;
const IDENTITY = `select d.oid::text as oid, (select min(id) from "Organization") as least,
    (select id from "Organization" order by "createdAt", id limit 1) as first
  from pg_database d where d.datname = current_database()`;
/** A batch takes milliseconds; a statement that hangs must not keep a snapshot open in the old database. */
const STATEMENT_MS = 120_000;
/**
 * The server ends a statement by itself; after a little more than that time, nobody hears from it any more.
 */
const PATIENCE = 1.1;

/**
 * How a connection to v1 is opened, so that none is waited for without end: a router in between may forget it
 * and say nothing. `statementMs`: how long one statement may take.
 */
export const connectionOf = (url: string, statementMs: number, settings = ''): pg.ClientConfig => ({
  connectionString: url,
  connectionTimeoutMillis: 10_000,
  keepAlive: true,
  query_timeout: statementMs * PATIENCE,
  options: `-c statement_timeout=${statementMs} -c timezone=UTC ${settings}`,
});

/** What is thrown for an error of v1's database: when it is away, a step is repeated and goes on. */
export function errorOfSource(error: unknown): unknown {
  const silent = error instanceof Error && error.message === 'Query read timeout';
  if (!silent && !isDatabaseDown(error)) return error;
  return new ApiError('unavailable', {
    inEnglish: `The database of v1 does not answer (${silent ? 'it is silent' : messageOf(error)}): repeat this when it does, and it goes on where it was`,
    cause: error,
  });
}

/**
 * Connects in read-only transactions: even an owner of the tables can change nothing by this connection.
 *
 * @param statementMs how long one statement may take
 * @throws ApiError `invalid_request` when the database cannot be reached or is none of v1; without its
 * password
 */
export async function openSource(url: string, statementMs = STATEMENT_MS): Promise<SourceDatabase> {
  if (!/^postgres(ql)?:\/\//.test(url)) {
    throw new ApiError('invalid_request', {
      inEnglish: 'The URL of the database of v1 must begin with postgres:// or postgresql://',
    });
  }
  const pool = new pg.Pool({
    ...connectionOf(url, statementMs, '-c default_transaction_read_only=on'),
    max: 2,
    application_name: 'crier-migrate-v1',
  });
  pool.on('error', () => undefined); // an idle connection that broke; the next query says so itself
  const query = async <Row extends object>(text: string, values: readonly unknown[] = []): Promise<Row[]> => {
    try {
      return (await pool.query<Row>(text, [...values])).rows;
    } catch (error) {
      throw errorOfSource(error);
    }
  };
  try {
    const tables = await query<{ table: string; columns: string[] }>(COLUMNS);
    const shape: Shape = new Map(tables.map(({ table, columns }) => [table, new Set(columns)]));
    const version = versionOf(shape);
    if (!version) {
      throw new ApiError('invalid_request', {
        inEnglish: 'This is not a database of v1: it has no tables Organization, Integration and Post',
      });
    }
    const [identity] = await query<{ oid: string; least: string | null; first: string | null }>(IDENTITY);
    const [fingerprint, formerFingerprint] = [identity?.first, identity?.least].map((first) =>
      createHash('sha256')
        .update(JSON.stringify({ oid: identity?.oid, first }))
        .digest('hex')
        .slice(0, 32),
    ) as [string, string];
    return { shape, version, fingerprint, formerFingerprint, query, close: () => pool.end() };
  } catch (error) {
    await pool.end();
    if (error instanceof ApiError && error.code !== 'unavailable') throw error;
    const { cause = error } = error as Error;
    throw new ApiError('invalid_request', {
      inEnglish: `The database of v1 cannot be read: ${messageOf(cause)}`,
      cause,
    });
  }
}

/** PostgreSQL's message, or the code of the connection; neither holds a password. */
function messageOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return error instanceof pg.DatabaseError ? message : (code ?? 'no connection');
}
