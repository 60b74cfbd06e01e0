/** What a pool does about connections that are dead, or may be. */
import { AsyncLocalStorage } from 'node:async_hooks';
import pg, { type ClientBase, type Pool, type PoolClient, type QueryConfig } from 'pg';

/**
 * Has the server find out within half a minute that we are gone, machine and all, and end our transaction
 * with its locks. By default it asks after two hours (postgresql.org/docs, "Connection Settings").
 */
const KEEPALIVE: QueryConfig & { query_timeout: number } = {
  text: `set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5;
    set tcp_keepalives_count = 3; set tcp_user_timeout = '25s'`,
  query_timeout: 5000,
};

const patience = new AsyncLocalStorage<true>();

/** Statements in `work` may be silent for as long as the server lets them. */
export const withPatience = <T>(work: () => Promise<T>): Promise<T> => patience.run(true, work);

/**
 * Closes connections on which a statement has had no answer for half as long again as the server lets it
 * take: they are dead. The system itself would go on sending for a quarter of an hour (tcp(7),
 * `tcp_retries2`), and a pool of such connections does nothing in all that time. The statement fails as one
 * whose connection broke.
 */
export function giveUpDeadConnections(pool: Pool, statementMs: number): void {
  giveUpSilent(pool, statementMs * 1.5);
  takeBackEnded(pool);
}

/**
 * `driverOptions.onConnect`. Not as settings of the connection itself: proxies of databases refuse those that
 * they do not know.
 */
export async function askAfterUs(client: ClientBase): Promise<void> {
  await client.query(KEEPALIVE).catch((error: unknown) => {
    // A server that does not know these asks when its system does.
    if (!(error instanceof pg.DatabaseError)) throw error;
  });
}

function giveUpSilent(pool: Pool, ms: number): void {
  pool.on('connect', (client) => {
    let silent: NodeJS.Timeout | undefined;
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    const watched = (...args: unknown[]): unknown => {
      clearTimeout(silent);
      if (!patience.getStore()) silent = setTimeout(() => void client.end(), ms);
      return query(...args);
    };
    client.query = watched as PoolClient['query'];
    for (const over of ['drain', 'end'] as const) client.on(over, () => clearTimeout(silent));
  });
}

const GRACE_MS = 1000;

/**
 * Kysely gives the connection of a transaction back once its ROLLBACK was answered. A connection that died
 * answers nothing, so each restart of the database would cost the pool as many places as there were
 * transactions, until none is left.
 */
function takeBackEnded(pool: Pool): void {
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
