/**
 * The table `rate_limit` as the store of rate-limiter-flexible. The limiter decides; one statement counts, by
 * the database's clock and for all processes together.
 */
import { RateLimiterPostgres, type RateLimiterRes } from 'rate-limiter-flexible';
import type { Context } from '../platform/context.ts';
import type { Statement } from '../platform/database.ts';

/**
 * Counts $2 for the key $1, in a window of $3 milliseconds that begins with its first count: a row whose
 * window has ended begins the next one.
 */
const COUNT: Statement = {
  name: 'rate-limit-count',
  text: `insert into rate_limit as counted (key, points, expire)
    values ($1, $2, (extract(epoch from clock_timestamp()) * 1000)::bigint + $3::bigint)
    on conflict (key) do update set
      points = case when counted.expire <= excluded.expire - $3 then 0 else counted.points end + excluded.points,
      expire = case when counted.expire <= excluded.expire - $3 then excluded.expire else counted.expire end
    returning points, (expire - extract(epoch from clock_timestamp()) * 1000)::int as "leftMs"`,
};

// Nobody asks about a window that ended a minute ago. Rows that another process is counting in or removing
// right now are left to it.
const CLEAN: Statement = {
  name: 'rate-limit-clean',
  text: 'delete from rate_limit where key in (select key from rate_limit where expire < (extract(epoch from clock_timestamp()) - 60) * 1000 for update skip locked)',
};

/**
 * At most `points` in a window of `seconds` that begins with the first. `name` begins the keys of the table.
 */
export interface Limit {
  readonly name: string;
  readonly points: number;
  readonly seconds: number;
}

/** See `createLimiter`. */
export interface Limiter {
  /** Counts one. @throws RateLimiterRes when it was one too many */
  consume(key: string): Promise<RateLimiterRes>;
  /** Gives one back. */
  reward(key: string): Promise<unknown>;
}

/**
 * Counts in the table for all processes together. The request that opens a window also cleans away those that
 * have ended; nobody waits for that.
 */
export function createLimiter(
  context: Pick<Context, 'database' | 'log'>,
  { name, points, seconds }: Limit,
): Limiter {
  const limiter = new RateLimiterPostgres({
    storeClient: storeClient(context, seconds),
    storeType: 'client',
    tableName: 'rate_limit',
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix: name,
    points,
    duration: seconds,
  });
  return {
    async consume(key) {
      const window = await limiter.consume(key);
      if (window.isFirstInDuration) {
        void context.database
          .query(CLEAN)
          .catch((err: unknown) => context.log.warn({ err }, 'windows that ended were not cleaned away'));
      }
      return window;
    },
    reward: (key) => limiter.reward(key),
  };
}

/** Whole seconds until a window ends: never too early, and not "now". */
export function secondsLeft({ msBeforeNext }: Pick<RateLimiterRes, 'msBeforeNext'>): number {
  return Math.max(1, Math.ceil(msBeforeNext / 1000));
}

/** What a limiter asks its client; `values` begin with the key and how much to count for it. */
interface CountQuery {
  readonly values: readonly [key: string, points: number, ...rest: unknown[]];
}

/** The pool as a limiter's client, which answers every query with the count and the end of the window. */
function storeClient(
  { database }: Pick<Context, 'database'>,
  seconds: number,
): { query(query: CountQuery): Promise<{ rows: { points: number; expire: number }[] }> } {
  return {
    async query({ values: [key, points] }) {
      const rows = await database.query<{ points: number; leftMs: number }>(COUNT, [
        key,
        points,
        seconds * 1000,
      ]);
      // The limiter uses this process's clock, and subtracts what is added here.
      return { rows: rows.map((row) => ({ points: row.points, expire: Date.now() + row.leftMs })) };
    },
  };
}
