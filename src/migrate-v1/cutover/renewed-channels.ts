/**
 * Channels whose tokens Crier has renewed. v1 has the ones before: where the network takes those no more, it
 * cannot publish after a rollback.
 */
import type { Statement } from '../../platform/database.ts';
import type { Migration } from '../v1-source.ts';
import type { MigratedOrganization } from './organizations.ts';

/** SQL: a channel, as `i`, was renewed or connected here since it was last copied. */
export const RENEWED_HERE = 'i.credentials_version > 1';

const RENEWED: Statement = {
  name: 'migrate-v1-renewed',
  text: `select i.name, i.provider from integration i
    where i.organization_id = $1 and i.deleted_at is null and ${RENEWED_HERE} order by lower(i.name), i.id`,
};

/** Their names. Not those that were connected by a form: v1 signs in with that again. */
export async function renewedChannels(
  { context }: Pick<Migration, 'context'>,
  { id }: Pick<MigratedOrganization, 'id'>,
): Promise<string[]> {
  const rows = await context.database.query<{ name: string; provider: string }>(RENEWED, [id]);
  return rows.filter(({ provider }) => context.providers.get(provider)?.oauth).map(({ name }) => name);
}
