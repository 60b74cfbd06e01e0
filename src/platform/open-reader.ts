import pg from 'pg';
import type { Reader } from './database.ts';

/**
 * Statements without the model, whose libraries take longer to load than a list to read: for a command that
 * shows something and ends. Connects with the first statement.
 *
 * The driver's own types apply: statements for it read dates as milliseconds.
 */
export function openReader(options: {
  url: string;
  applicationName: string;
}): Reader & { close(): Promise<void> } {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: 2,
    application_name: options.applicationName,
    statement_timeout: 30_000,
    connectionTimeoutMillis: 5000,
  });
  return {
    async query<Row extends object>(
      statement: { name: string; text: string },
      values: readonly unknown[] = [],
    ) {
      return (await pool.query<Row>({ ...statement, values: [...values] })).rows;
    },
    close: () => pool.end(),
  };
}
