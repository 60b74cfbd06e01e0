/**
 * Finds out, when the connection breaks at a commit, whether the commit took effect, before anything is
 * answered.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { isAnswerLost, isDatabaseDown } from './database-errors.ts';
import type { Database, EntityManager, Statement } from './database.ts';

/**
 * How long to wait for a connection; the client, which waits too, then gets the answer that the outcome is
 * unknown.
 */
const LOOK_FOR_MS = 4000;
const PAUSE_MS = 200;

/**
 * Looks as soon as there is a connection again, until it finds something.
 *
 * @throws `lost`, the error of the lost answer, when there is nothing in time
 */
async function whenBack<T>(lost: unknown, look: () => Promise<T | undefined>): Promise<T> {
  for (const end = Date.now() + LOOK_FOR_MS; Date.now() < end;) {
    await sleep(PAUSE_MS);
    try {
      const found = await look();
      if (found !== undefined) return found;
    } catch (error) {
      if (!isDatabaseDown(error)) throw error;
    }
  }
  throw lost;
}

/**
 * Stores rows under ids that were made before. When the answer of its commit was lost, `isStored` says
 * whether they are there; if not, they are stored again, under the same ids.
 *
 * @param store resolves with false when nothing was to be stored
 */
export async function storeExactlyOnce(
  store: () => Promise<boolean>,
  isStored: () => Promise<boolean>,
): Promise<boolean> {
  const storeAgain = async (): Promise<boolean> => {
    if (await isStored()) return true;
    // The first transaction may still be under way: this one waits for its end at the key or the ids.
    const stored = await store().catch((error: unknown) => {
      if (isTaken(error)) return false;
      throw error;
    });
    return stored || isStored();
  };
  return store().catch((error: unknown) => {
    if (!isAnswerLost(error)) throw error;
    return whenBack(error, storeAgain);
  });
}

/** A row with this id exists (23505, unique_violation). */
const isTaken = (error: unknown): boolean =>
  error instanceof Error && ((error as NodeJS.ErrnoException).code === '23505' || isTaken(error.cause));

// PostgreSQL keeps the outcome of recent transactions for this very question.
const STATUS: Statement = { name: 'transaction-status', text: 'select pg_xact_status($1::xid8) as status' };

/**
 * A transaction in which a change is made. When the answer of its commit was lost, PostgreSQL is asked for
 * the outcome: what took effect is answered as such.
 */
export async function transact<T>(database: Database, work: (tx: EntityManager) => Promise<T>): Promise<T> {
  const commit: { outcome?: { readonly id: string; readonly result: T } } = {};
  try {
    return await database.fork().transactional(async (tx) => {
      const result = await work(tx);
      const [row] = await tx.execute<{ id: string }[]>('select pg_current_xact_id()::text as id');
      commit.outcome = { id: row?.id ?? '', result };
      return result;
    });
  } catch (lost) {
    if (!commit.outcome || !isAnswerLost(lost)) throw lost;
    const { id, result } = commit.outcome;
    if (await whenBack(lost, () => isCommitted(database, id))) return result;
    throw lost;
  }
}

/** Undefined while it is under way, as the server may not know yet that nobody is there to end it. */
async function isCommitted(database: Database, id: string): Promise<boolean | undefined> {
  const [row] = await database.query<{ status: string | null }>(STATUS, [id]);
  return row?.status === 'in progress' ? undefined : row?.status === 'committed';
}
