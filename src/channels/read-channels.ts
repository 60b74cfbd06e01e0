/** Reads channels for display. */
import type { Reader, Statement } from '../platform/database.ts';
import type { presentIntegration } from './present-integration.ts';

const READ: Statement = {
  name: 'read-channels',
  text: `select i.id, i.name, i.provider, i.picture, i.disabled, i.refresh_needed as "refreshNeeded", i.profile,
      case when c.id is not null then json_build_object('id', c.id, 'name', c.name) end as customer
    from integration i
    left join customer c on c.id = i.customer_id
    where i.organization_id = $1
      and i.deleted_at is null
      and ($2::uuid is null or i.customer_id = $2)
    order by i.created_at`,
};

/**
 * The organisation's channels, oldest first, disabled ones included; with `groupId` only those of one channel
 * group.
 */
export function readChannels(
  database: Reader,
  filter: { organizationId: string; groupId?: string },
): Promise<Parameters<typeof presentIntegration>[0][]> {
  return database.query(READ, [filter.organizationId, filter.groupId ?? null]);
}
