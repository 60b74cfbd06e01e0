/**
 * Whether this instance goes on from a copy of its database, and as of when. Until it is resumed, another
 * instance may have published what waits here (`src/posts/decide/presume-sent.ts`).
 */
import type { Database, Statement } from './database.ts';

/**
 * Notes it; `$1` is the moment as text, before which everything is known. Of two copies in a row, the older
 * moment counts. Written for any driver.
 */
export const NOTE_RESTORED = `
  insert into instance_state (key, value) values ('restored', jsonb_build_object('at', $1::timestamptz))
  on conflict (key) do update set value = excluded.value, updated_at = now()
    where (instance_state.value ->> 'at')::timestamptz > (excluded.value ->> 'at')::timestamptz`;

/** Shown wherever the freeze of such an organisation is shown. */
export const DOUBT_REASON =
  'Restored from a backup, since which v1 may have been stopped, or may publish again: the operator has to look there ("migrate-v1 after-restore")';

/**
 * Puts organisations that came from v1 in doubt, after a restore was recorded: a cutover, or a rollback, that
 * the copy does not know of may have changed which side publishes, as v1 shows
 * (`src/migrate-v1/cutover/after-restore.ts`). After the end of a migration there was no way back. Written
 * for any driver.
 */
export const DOUBT_V1 = `
  with doubted as (
    update v1_organization w
    set detail = w.detail || jsonb_build_object('restoredAt',
      least((w.detail ->> 'restoredAt')::timestamptz, (i.value ->> 'at')::timestamptz))
    from v1_source s, instance_state i
    where s.id = w.source_id and s.finished_at is null and not jsonb_exists(w.detail, 'finished')
      and i.key = 'restored'
    returning w.organization_id)
  update organization o
  set frozen_at = coalesce(o.frozen_at, clock_timestamp()),
    frozen_reason = coalesce(o.frozen_reason, '${DOUBT_REASON}')
  from doubted d where o.id = d.organization_id`;
const NOTE_DOUBT: Statement = { name: 'restored-doubt', text: DOUBT_V1 };

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

const COUNT_DOUBT: Statement = {
  name: 'restored-count-doubt',
  text: `select count(*)::int as count from v1_organization
    where jsonb_exists(detail, 'restoredAt') and ($1::uuid is null or organization_id = $1)`,
};

/** How many organisations that came from v1 are in doubt; of one, 1 or 0. */
export async function countInDoubt(
  database: Pick<Database, 'query'>,
  organizationId: string | null,
): Promise<number> {
  return (await database.query<{ count: number }>(COUNT_DOUBT, [organizationId]))[0]?.count ?? 0;
}

/** Undefined when the instance goes on from its own database, or was resumed since. */
export async function readRestored(database: Pick<Database, 'query'>): Promise<Date | undefined> {
  const [row] = await database.query<{ at: number | string }>(READ);
  return row && new Date(Number(row.at));
}
