/**
 * Until when this instance may have published for an organisation that it no longer has: an archive that was
 * written before that moment may have posts waiting that were published from here.
 */
import type { EntityManager } from './database.ts';

const UNTIL = 'published-until:';
const COPY = 'published-until';

const NOTE_DELETED = `insert into instance_state (key, value)
  select '${UNTIL}' || id, jsonb_build_object('at', coalesce(moved_at, clock_timestamp()))
  from organization where id = ?
  on conflict (key) do update set value = excluded.value, updated_at = now()`;

/**
 * Notes that an organisation is about to be deleted: one that was moved away was published from here until
 * then.
 */
export async function noteDeleted(tx: EntityManager, organizationId: string): Promise<void> {
  await tx.execute(NOTE_DELETED, [organizationId]);
}

const NOTE_COPY = `insert into instance_state (key, value)
  values ('${COPY}', jsonb_build_object('at', clock_timestamp()))
  on conflict (key) do update set value = excluded.value, updated_at = now()`;

/**
 * Notes that a copy of the database is resumed: what was imported after the copy was made, it does not know.
 */
export async function noteResumedCopy(tx: EntityManager): Promise<void> {
  await tx.execute(NOTE_COPY);
}

const AFTER = `select exists (select 1 from instance_state
  where key in ('${UNTIL}' || ?::uuid, '${COPY}') and (value ->> 'at')::timestamptz > ?::timestamptz) as after`;

/** Whether it may have published for the organisation after a moment (ISO 8601). */
export async function mayHavePublishedAfter(
  tx: EntityManager,
  organizationId: string,
  moment: string,
): Promise<boolean> {
  return (await tx.execute<{ after: boolean }[]>(AFTER, [organizationId, moment]))[0]?.after ?? false;
}
