/**
 * The table `rate_limit`, as rate-limiter-flexible knows a client: the product's own pool, and windows by the
 * database's clock.
 */
import { RateLimiterPostgres, type RateLimiterRes } from 'rate-limiter-flexible';
import type { Context } from '../context.ts';
import type { Statement } from '../platform/database.ts';

// A window that ended a minute ago is no longer asked for. Rows that another process counts in or cleans away
// just now are left to it.
const CLEAN: Statement = {
  name: 'rate-limit-clean',
  text: 'delete from rate_limit where key in (select key from rate_limit where expire < (extract(epoch from clock_timestamp()) - 60) * 1000 for update skip locked)',
};

/** What a limiter sends to its store: the only statement that it is made to send, which counts. */
interface CountQuery {
  readonly name: string;
  readonly text: string;
  readonly values: readonly [key: string, points: number, endMs: number, nowMs: number];
}

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
 * Counts in the table for all processes together. Whoever opens a window also cleans those away that have
 * ended; nobody waits for that.
 */
export function createLimiter(
  context: Pick<Context, 'database' | 'now' | 'log'>,
  { name, points, seconds }: Limit,
): Limiter {
  const limiter = new RateLimiterPostgres({
    storeClient: storeClient(context),
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

/**
 * The pool as a limiter's client. The limiter tells the time by this process's clock; what is stored and
 * compared is the database's.
 */
function storeClient({ database, now }: Pick<Context, 'database' | 'now'>): {
  query(query: CountQuery): Promise<{ rows: { points: number; expire: number }[] }>;
} {
  return {
    async query({ name, text, values: [key, points, endMs, nowMs] }) {
      const aheadMs = (await now()).getTime() - Date.now();
      const rows = await database.query<{ points: number; expire: string }>({ name, text }, [
        key,
        points,
        endMs + aheadMs,
        nowMs + aheadMs,
      ]);
      return { rows: rows.map((row) => ({ points: row.points, expire: Number(row.expire) - aheadMs })) };
    },
  };
}
