/** The table `rate_limit`, as rate-limiter-flexible knows a client: the product's own pool, and windows by the database's clock. */
import type { Context } from '../context.ts';
import type { Statement } from '../db.ts';

// A window that ended a minute ago is no longer asked for. Rows that another process counts in or cleans away just now are left to it.
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

/** The pool as a limiter's client. The limiter tells the time by this process's clock; what is stored and compared is the database's. */
export function storeClient({ database, now }: Pick<Context, 'database' | 'now'>): { query(query: CountQuery): Promise<{ rows: { points: number; expire: number }[] }> } {
  return {
    async query({ name, text, values: [key, points, endMs, nowMs] }) {
      const aheadMs = (await now()).getTime() - Date.now();
      const rows = await database.query<{ points: number; expire: string }>({ name, text }, [key, points, endMs + aheadMs, nowMs + aheadMs]);
      return { rows: rows.map((row) => ({ points: row.points, expire: Number(row.expire) - aheadMs })) };
    },
  };
}

/** Takes away windows that have ended. */
export async function cleanWindows({ database }: Pick<Context, 'database'>): Promise<void> {
  await database.query(CLEAN);
}
