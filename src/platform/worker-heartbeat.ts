/**
 * A sign of life that each worker leaves in the database while it polls; a dead or suspended one is missed
 * within 30 seconds.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database, Statement } from './database.ts';
import type { Logger } from './logger.ts';

const EVERY_MS = 10_000;
/** Older than this, nobody works. */
export const PULSE_LIMIT_SECONDS = 30;

const BEAT: Statement = {
  name: 'pulse-beat',
  text: "insert into instance_state (key, value) values ('worker:' || $1, 'true') on conflict (key) do update set updated_at = now()",
};
// The sign of a worker that was killed is of no use after a day.
const END: Statement = {
  name: 'pulse-end',
  text: "delete from instance_state where key = 'worker:' || $1 or (key like 'worker:%' and updated_at < now() - interval '1 day')",
};
const READ: Statement = {
  name: 'pulse-read',
  text: "select extract(epoch from now() - max(updated_at))::float8 as age from instance_state where key like 'worker:%'",
};

/**
 * Runs until `signal` aborts; beats only while `isPolling` says so. A database that is away is said once for
 * each beat.
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

/** Seconds since any worker said that it polls; null when none ever did. */
export async function readPulse(database: Database): Promise<number | null> {
  const [row] = await database.query<{ age: number | null }>(READ);
  return row?.age ?? null;
}
