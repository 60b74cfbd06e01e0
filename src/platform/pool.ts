/** What a pool does about connections that are dead, or may be. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import pg, { type ClientBase, type Pool, type PoolClient, type QueryConfig } from 'pg';
import { withPostgres } from './postgres-client.ts';

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
export function giveUpDeadConnections(
  pool: Pool,
  { url, statementMs }: { url: string; statementMs: number },
): void {
  pool.on('connect', (client) => giveUpSilent(client, url, statementMs * 1.5));
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

function giveUpSilent(client: PoolClient, url: string, ms: number): void {
  let statements = 0;
  let timer: NodeJS.Timeout | undefined;
  const watch = (): void => {
    const silent = statements;
    timer = setTimeout(async () => {
      const goesOn = await mayWait(url);
      if (silent !== statements) return; // it was answered meanwhile
      if (goesOn) watch();
      else void client.end();
    }, ms);
  };
  const over = (): void => {
    statements++;
    clearTimeout(timer);
  };
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const watched = (...args: unknown[]): unknown => {
    over();
    if (!patience.getStore()) watch();
    return query(...args);
  };
  client.query = watched as PoolClient['query'];
  client.on('drain', over);
  client.on('end', over);
}

// No limit of time ends the wait of a commit for a synchronous standby. To close its connection would not end
// it either: one after the other would wait, until the server has no more.
const COMMITS_WAIT = "select 1 from pg_stat_activity where wait_event = 'SyncRep' limit 1";
const ASK_MS = 5000;

/** Whether a silent statement may still be answered, or nothing would be gained as the server is away. */
async function mayWait(url: string): Promise<boolean> {
  const commitsWait = withPostgres(
    url,
    async (client) => (await client.query(COMMITS_WAIT)).rows.length > 0,
  ).catch(() => true);
  return Promise.race([commitsWait, sleep(ASK_MS, true, { ref: false })]);
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
