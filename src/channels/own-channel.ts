import { ApiError } from '../platform/errors.ts';

/** A caller sees and changes only its own organisation's channels; a deleted one is not found. */
export function assertOwnChannel<C extends { organization: string; deletedAt?: Date | null }>(
  organizationId: string,
  channel: C | null,
  id: string,
): asserts channel is C {
  if (!channel || channel.deletedAt) {
    throw new ApiError('integration_not_found', { message: `No channel has the id ${id}` });
  }
  if (channel.organization !== organizationId) {
    throw new ApiError('foreign_resource', { message: `The channel ${id} belongs to another organisation` });
  }
}
