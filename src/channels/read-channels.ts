/** Reads channels for display. */
import type { Database } from '../platform/database.ts';
import { Integration } from '../entities/integration.ts';

/**
 * The organisation's channels, oldest first, disabled ones included; with `groupId` only those of one channel
 * group.
 */
export function readChannels(database: Database, of: { organizationId: string; groupId?: string }) {
  const where = {
    organization: of.organizationId,
    deletedAt: null,
    ...(of.groupId ? { customer: { id: of.groupId } } : {}),
  };
  return database.fork().find(Integration, where, { populate: ['customer'], orderBy: { createdAt: 'asc' } });
}
