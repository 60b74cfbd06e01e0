/**
 * The database's clock, as another process reads it. Dates are kept and compared by that clock alone, not by
 * this machine's.
 */
import type { Database, Statement } from './database.ts';

const READ: Statement = {
  name: 'clock-read',
  text: 'select (extract(epoch from clock_timestamp()) * 1000)::float8 as "atMs"',
};

/** For so long the reading is continued by this process's monotonic clock, which nobody sets. */
const KEEP_MS = 30_000;
/**
 * The two clocks of this process moved apart by more: one was set, or the machine slept, and the reading is
 * worth nothing.
 */
const APART_MS = 100;

interface Reading {
  readonly databaseMs: number;
  readonly monotonicMs: number;
  readonly wallMs: number;
}

/**
 * Builds a function that returns the database's time. It asks at most twice a minute and is behind by as long
 * as an answer takes, never ahead.
 */
export function createDatabaseClock(database: Pick<Database, 'query'>): () => Promise<Date> {
  let reading: Reading | undefined;
  return async () => {
    if (!reading || !isGood(reading)) reading = await read(database);
    return new Date(reading.databaseMs + performance.now() - reading.monotonicMs);
  };
}

function isGood({ monotonicMs, wallMs }: Reading): boolean {
  const age = performance.now() - monotonicMs;
  return age < KEEP_MS && Math.abs(Date.now() - wallMs - age) < APART_MS;
}

async function read(database: Pick<Database, 'query'>): Promise<Reading> {
  const [row] = await database.query<{ atMs: number }>(READ);
  if (!row) throw new Error('the clock query has one row');
  return { databaseMs: row.atMs, monotonicMs: performance.now(), wallMs: Date.now() };
}
