/**
 * Whether this instance goes on from a copy of its database, and as of when. Until it is resumed, another
 * instance may have published what waits here (`src/posts/decide/presume-sent.ts`).
 */
import type { Database, Statement } from './database.ts';
import { DOUBT_PUBLISHERS } from './published-elsewhere.ts';

/**
 * Notes it; `$1` is the moment as text, before which everything is known. Of two copies in a row, the older
 * moment counts. Written for any driver.
 */
export const NOTE_RESTORED = `
  insert into instance_state (key, value) values ('restored', jsonb_build_object('at', $1::timestamptz))
  on conflict (key) do update set value = excluded.value, updated_at = now()
    where (instance_state.value ->> 'at')::timestamptz > (excluded.value ->> 'at')::timestamptz`;

const NOTE_DOUBT: Statement = { name: 'restored-doubt', text: DOUBT_PUBLISHERS };

// Only workers publish, and they record that they live and what they do: the copy has everything that was
// published before the newest of these records. Called before a worker of the copy writes one. Without any,
// nothing is known of any time.
const NOTE_COPIED: Statement = {
  name: 'restored-note-copied',
  text: NOTE_RESTORED.replace(
    '$1::timestamptz',
    `(select greatest(
        'epoch',
        (select max(updated_at) from instance_state where key like 'worker:%'),
        (select max(at) from post_event where kind in ('claimed', 'published'))
      ))`,
  ),
};

const READ: Statement = {
  name: 'restored-read',
  text: `select (extract(epoch from (value ->> 'at')::timestamptz) * 1000)::float8 as at
    from instance_state where key = 'restored'`,
};

/** Notes that the database is a copy, made after the last sign of a worker in it. */
export async function noteCopied(database: Pick<Database, 'query'>): Promise<void> {
  await database.query(NOTE_COPIED);
  await database.query(NOTE_DOUBT);
}

const NOTE: Statement = { name: 'restored-note', text: NOTE_RESTORED };

/** Notes that the database was put back to how it was at a moment, as only a person can know of files. */
export async function noteRestored(database: Pick<Database, 'query'>, at: Date): Promise<void> {
  await database.query(NOTE, [at.toISOString()]);
  await database.query(NOTE_DOUBT);
}

/** Undefined when the instance goes on from its own database, or was resumed since. */
export async function readRestored(database: Pick<Database, 'query'>): Promise<Date | undefined> {
  const [row] = await database.query<{ at: number | string }>(READ);
  return row && new Date(Number(row.at));
}
