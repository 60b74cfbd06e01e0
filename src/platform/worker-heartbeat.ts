/**
 * Each worker's heartbeat in the database while it polls; a dead or suspended worker is noticed within 30
 * seconds.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database, Statement } from './database.ts';
import type { Logger } from './logger.ts';

const EVERY_MS = 10_000;
/** A worker whose heartbeat is older than this counts as dead. */
export const PULSE_LIMIT_SECONDS = 30;

const BEAT: Statement = {
  name: 'pulse-beat',
  text: "insert into instance_state (key, value) values ('worker:' || $1, 'true') on conflict (key) do update set updated_at = now()",
};
// The row of a worker that was killed is removed after a day.
const END: Statement = {
  name: 'pulse-end',
  text: "delete from instance_state where key = 'worker:' || $1 or (key like 'worker:%' and updated_at < now() - interval '1 day')",
};
const READ: Statement = {
  name: 'pulse-read',
  text: "select extract(epoch from now() - max(updated_at))::float8 as age from instance_state where key like 'worker:%'",
};

/**
 * Runs until `signal` aborts, and writes only while `isPolling` is true. An unavailable database is logged
 * once per heartbeat.
 */
export async function runPulse(
  deps: { database: Database; log: Logger },
  isPolling: () => boolean,
  signal: AbortSignal,
): Promise<void> {
  const id = randomUUID();
  const record = (statement: Statement): Promise<unknown> =>
    deps.database
      .query(statement, [id])
      .catch((error: unknown) =>
        deps.log.warn({ reason: String(error) }, 'could not record that this worker polls'),
      );
  while (!signal.aborted) {
    if (isPolling()) await record(BEAT);
    await sleep(EVERY_MS, undefined, { signal }).catch(() => undefined); // aborted: the loop ends
  }
  await record(END);
}

/** Seconds since the last heartbeat of any worker; null when there never was one. */
export async function readPulse(database: Database): Promise<number | null> {
  const [row] = await database.query<{ age: number | null }>(READ);
  return row?.age ?? null;
}
