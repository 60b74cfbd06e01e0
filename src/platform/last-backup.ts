/** When this instance was last backed up, as `npm run crier -- backup` recorded it. */
import type { Database, Statement } from './database.ts';

/** `at`: the moment that the backup holds. */
export interface LastBackup {
  readonly at: string;
  readonly bytes: number;
  readonly uploads: boolean;
}

/**
 * The statement that notes a backup, as text for a driver without prepared statements; `$1` is a `LastBackup`
 * as JSON.
 */
export const NOTE_BACKUP =
  "insert into instance_state (key, value) values ('backup', $1::jsonb) on conflict (key) do update set value = excluded.value, updated_at = now()";

const READ: Statement = {
  name: 'backup-read',
  text: "select value from instance_state where key = 'backup'",
};

/** Null when none was made, or none since this is recorded. */
export async function readLastBackup(database: Pick<Database, 'query'>): Promise<LastBackup | null> {
  return (await database.query<{ value: LastBackup }>(READ))[0]?.value ?? null;
}
