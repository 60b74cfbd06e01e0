/** Whether the disk below the database has space: on a full one, small changes of rows still succeed. */
import type { Database, Statement } from './database.ts';

/**
 * Enough for a post, and little for a disk. Rows of this size are stored as they are, longer ones compressed.
 */
const [ROWS, ROW_BYTES] = [128, 1000];

// A table of its own is extended on disk at once, and gone again with the block that made it. Nothing is
// written to the log, and no lock is taken that another session could hold.
const TAKE: Statement = {
  name: 'database-space',
  text: `do $$ begin
    set local temp_tablespaces = '';
    create temporary table space_probe on commit drop as
      select repeat('x', ${ROW_BYTES}) as filler from generate_series(1, ${ROWS});
    raise exception 'enough';
  exception
    when raise_exception then null;
    -- Whether this user may create one says nothing about the disk.
    when insufficient_privilege then null;
  end $$`,
};

/** False when the disk is full. @throws what a database throws that does not answer */
export async function hasSpace(database: Pick<Database, 'query'>): Promise<boolean> {
  return database.query(TAKE).then(
    () => true,
    (error: unknown) => {
      if (isDiskFull(error)) return false;
      throw error;
    },
  );
}

/** Whether PostgreSQL refused to write because its disk is full (53100). */
export function isDiskFull(error: unknown): boolean {
  for (let e: unknown = error; e instanceof Error; e = e.cause) {
    if ((e as NodeJS.ErrnoException).code === '53100') return true;
  }
  return false;
}
