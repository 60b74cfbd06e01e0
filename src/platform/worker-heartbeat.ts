/**
 * Each worker writes a heartbeat into the database while it polls, so a dead or suspended one is noticed
 * within 30 seconds.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database, Statement } from './database.ts';
import type { Config } from './config/config.ts';
import type { Logger } from './logger.ts';
import { noteServer } from './server-state.ts';

const EVERY_MS = 10_000;
/** The age of the newest heartbeat above which no worker is running. */
export const HEARTBEAT_LIMIT_SECONDS = 30;

const WRITE: Statement = {
  name: 'heartbeat-write',
  text: "insert into instance_state (key, value) values ('worker:' || $1, $2::jsonb) on conflict (key) do update set updated_at = now()",
};
// The heartbeat of a worker that was killed is of no use after a day.
const END: Statement = {
  name: 'heartbeat-end',
  text: "delete from instance_state where key = 'worker:' || $1 or (key like 'worker:%' and updated_at < now() - interval '1 day')",
};
const READ: Statement = {
  name: 'heartbeat-read',
  text: "select extract(epoch from now() - max(updated_at))::float8 as age from instance_state where key like 'worker:%'",
};

const UNSERVED: Statement = {
  name: 'heartbeat-unserved',
  text: `select distinct provider
    from integration i
    where deleted_at is null and not disabled
      and not exists (
        select 1
        from instance_state w
        where w.key like 'worker:%' and w.updated_at > now() - make_interval(secs => ${HEARTBEAT_LIMIT_SECONDS})
          and (jsonb_typeof(w.value) <> 'array' or w.value ? i.provider)
      )
    order by provider`,
};

/**
 * Runs until `signal` aborts; writes a heartbeat only while `isPolling` is true. A database that is down is
 * logged once for each heartbeat. A worker of some networks (CRIER_NETWORKS) says which.
 */
export async function runHeartbeat(
  deps: { database: Database; log: Logger; config: Pick<Config, 'CRIER_NETWORKS'> },
  isPolling: () => boolean,
  signal: AbortSignal,
): Promise<void> {
  const id = randomUUID();
  const { CRIER_NETWORKS: networks } = deps.config;
  const served = JSON.stringify(networks.length > 0 ? networks : true);
  const { database } = deps;
  const record = (writing: Promise<unknown>): Promise<unknown> =>
    writing.catch((error: unknown) =>
      deps.log.warn({ reason: String(error) }, 'could not record that this worker polls'),
    );
  while (!signal.aborted) {
    if (isPolling()) {
      await record(database.query(WRITE, [id, served]));
      // A worker that lives through a change of the server goes on with it.
      await record(noteServer(database));
    }
    await sleep(EVERY_MS, undefined, { signal }).catch(() => undefined); // aborted: the loop ends
  }
  await record(database.query(END, [id]));
}

/** Seconds since any worker reported that it polls; null when none ever did. */
export async function readHeartbeat(database: Pick<Database, 'query'>): Promise<number | null> {
  const [row] = await database.query<{ age: number | null }>(READ);
  return row?.age ?? null;
}

/** Networks with a connected channel that no worker publishes to at this moment. */
export async function readUnserved(database: Pick<Database, 'query'>): Promise<string[]> {
  return (await database.query<{ provider: string }>(UNSERVED)).map(({ provider }) => provider);
}
