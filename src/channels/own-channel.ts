import { foreign, missing } from '../platform/missing.ts';

/** A caller sees and changes only its own organisation's channels; a deleted one is not found. */
export function assertOwnChannel<C extends { organization: string; deletedAt?: Date | null }>(
  organizationId: string,
  channel: C | null,
  id: string,
): asserts channel is C {
  if (!channel || channel.deletedAt) throw missing('channel', id);
  if (channel.organization !== organizationId) throw foreign('channel', id);
}
