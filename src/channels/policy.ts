import { ApiError } from '../platform/errors.ts';
import type { Sentence } from '../../providers/_kit/sentences/fill.ts';
import { sentence } from '../platform/sentences.ts';
import { foreign, missing } from '../platform/missing.ts';

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
  const refuse = (alone: ApiError, inBody: Sentence): ApiError =>
    path ? new ApiError(alone.code, { issues: [{ path, ...inBody }] }) : alone;
  if (!channel) throw refuse(missing('channel', id), sentence('no_such_channel', { id }));
  if (channel.organization !== organizationId) {
    throw refuse(foreign('channel', id), sentence('foreign_channel', { id }));
  }
  const { name } = channel;
  if (channel.disabled) {
    const alone = new ApiError('channel_disabled', sentence('channel_is_disabled', { name }));
    throw refuse(alone, sentence('disabled_channel', { name }));
  }
  if (channel.refreshNeeded) {
    const alone = new ApiError('channel_disconnected', sentence('channel_to_reconnect', { name }));
    throw refuse(alone, sentence('disconnected_channel', { name }));
  }
}
