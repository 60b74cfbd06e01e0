/** The few statements that the embedded servers need before anything else runs. */
import { createRequire } from 'node:module';

interface PgClient {
  connect(): Promise<void>;
  query(
    sql: string,
    values?: readonly unknown[],
  ): Promise<{ readonly rows: readonly Record<string, unknown>[] }>;
  end(): Promise<void>;
  on(event: 'error', listener: (error: Error) => void): void;
}

// The driver has no types of its own, and four methods need no package of types.
const { Client } = createRequire(import.meta.url)('pg') as {
  Client: new (options: { connectionString: string; connectionTimeoutMillis: number }) => PgClient;
};

/** Opens a connection for `use` and closes it. Rejects with the driver's error. */
export async function withPostgres<T>(url: string, use: (client: PgClient) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2000 });
  // A connection that breaks also rejects the statement that is running; without a listener it would end the
  // process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

/** Whether the server accepts connections and answers. */
export async function postgresAnswers(url: string): Promise<boolean> {
  return withPostgres(url, (client) => client.query('SELECT 1')).then(
    () => true,
    () => false,
  );
}

/** Makes a database when it is missing. `name` is our own constant: letters and underscores. */
export async function createDatabase(adminUrl: string, name: string): Promise<void> {
  if (!/^[a-z_]\w*$/.test(name)) throw new TypeError(`Not a database name: ${name}`);
  await withPostgres(adminUrl, async (client) => {
    const { rows } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
    if (rows.length) return;
    await client.query(`CREATE DATABASE ${name}`).catch((error: { code?: string }) => {
      // 42P04: another process made it between the two statements.
      if (error.code !== '42P04') throw error;
    });
  });
}
