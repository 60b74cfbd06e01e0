import { ApiError, type ErrorCode } from '../platform/errors.ts';

/** The fields of a channel that the policy reads. */
interface ChannelFacts {
  readonly organization: string;
  readonly name: string;
  readonly disabled: boolean;
  readonly refreshNeeded: boolean;
}

/**
 * A caller publishes only through usable channels of its own organisation.
 *
 * @param named the id that the request gave, and where it stands there if it stands in the body
 */
export function assertMayPublish<C extends ChannelFacts>(
  organizationId: string,
  channel: C | undefined,
  { id, path }: { readonly id: string; readonly path?: string },
): asserts channel is C {
  const refuse = (code: ErrorCode, words: string, alone: string): ApiError =>
    new ApiError(code, path ? { issues: [{ path, message: words }] } : { message: alone });
  if (!channel) {
    const words = `is no channel: ${id}. GET /integrations lists the channels`;
    throw refuse('integration_not_found', words, `No channel has the id ${id}`);
  }
  if (channel.organization !== organizationId) {
    throw refuse('foreign_resource', `is not yours: ${id}`, `The channel ${id} is another organisation's`);
  }
  const name = `"${channel.name}"`;
  if (channel.disabled) {
    throw refuse('channel_disabled', `names ${name}, which is disabled`, `The channel ${name} is disabled`);
  }
  if (channel.refreshNeeded) {
    const words = 'must be reconnected';
    throw refuse('channel_disconnected', `names ${name}, which ${words}`, `The channel ${name} ${words}`);
  }
}
