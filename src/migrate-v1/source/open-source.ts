/** The database of v1: read only, its shape told by its columns. */
import { createHash } from 'node:crypto';
import pg from 'pg';
import { ApiError } from '../../platform/errors.ts';
import { versionOf, type Shape } from './version.ts';

/** A row as PostgreSQL's `to_jsonb` gives it: times without a zone (they are UTC), numbers, texts, null. */
export type SourceRow = Readonly<Record<string, unknown>>;

/** A connection that reads the database of v1, and what its columns and identity tell. */
export interface SourceDatabase {
  readonly shape: Shape;
  /** The release, as far as the columns tell: `v1.35.1 to v1.36.0`. */
  readonly version: string;
  /** The same for every address that leads to this database. */
  readonly fingerprint: string;
  query<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  close(): Promise<void>;
}

const COLUMNS = `select table_name as "table", array_agg(column_name::text) as columns
  from information_schema.columns where table_schema = 'public' group by table_name`;
const IDENTITY = `select d.oid::text as oid, (select min(id) from "Organization") as first
  from pg_database d where d.datname = current_database()`;
/** A batch takes milliseconds; a statement that hangs must not keep a snapshot open in the old database. */
const STATEMENT_MS = 120_000;

/**
 * Connects in read-only transactions: even an owner of the tables can change nothing by this connection.
 *
 * @throws ApiError `invalid_request` when the database cannot be reached or is none of v1; without its
 * password
 */
export async function openSource(url: string): Promise<SourceDatabase> {
  if (!/^postgres(ql)?:\/\//.test(url)) {
    throw new ApiError('invalid_request', {
      message: 'The address of the database of v1 must begin with postgres:// or postgresql://',
    });
  }
  const pool = new pg.Pool({
    connectionString: url,
    max: 2,
    connectionTimeoutMillis: 10_000,
    application_name: 'crier-migrate-v1',
    options: `-c default_transaction_read_only=on -c statement_timeout=${STATEMENT_MS} -c timezone=UTC`,
  });
  pool.on('error', () => undefined); // an idle connection that broke; the next query says so itself
  const query = async <Row extends object>(text: string, values: readonly unknown[] = []): Promise<Row[]> =>
    (await pool.query<Row>(text, [...values])).rows;
  try {
    const tables = await query<{ table: string; columns: string[] }>(COLUMNS);
    const shape: Shape = new Map(tables.map(({ table, columns }) => [table, new Set(columns)]));
    const version = versionOf(shape);
    if (!version) {
      throw new ApiError('invalid_request', {
        message: 'This is no database of v1: it has no tables Organization, Integration and Post',
      });
    }
    const [identity] = await query<{ oid: string; first: string | null }>(IDENTITY);
    const fingerprint = createHash('sha256').update(JSON.stringify(identity)).digest('hex').slice(0, 32);
    return { shape, version, fingerprint, query, close: () => pool.end() };
  } catch (error) {
    await pool.end();
    if (error instanceof ApiError) throw error;
    throw new ApiError('invalid_request', {
      message: `The database of v1 cannot be read: ${wordsOf(error)}`,
      cause: error,
    });
  }
}

/** PostgreSQL's message, or the code of the connection; neither holds a password. */
function wordsOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return error instanceof pg.DatabaseError ? message : (code ?? 'no connection');
}
