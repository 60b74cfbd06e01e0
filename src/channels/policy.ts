import { ApiError, type ErrorCode } from '../platform/errors.ts';
import type { Sentence } from '../../providers/_kit/sentences/fill.ts';
import { sentence } from '../platform/sentences.ts';

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
  const refuse = (code: ErrorCode, inBody: Sentence, alone: string): ApiError =>
    new ApiError(code, path ? { issues: [{ path, ...inBody }] } : { message: alone });
  if (!channel) {
    const inBody = sentence('no_such_channel', { id });
    throw refuse('integration_not_found', inBody, `No channel has the id ${id}`);
  }
  if (channel.organization !== organizationId) {
    const inBody = sentence('foreign_channel', { id });
    throw refuse('foreign_resource', inBody, `The channel ${id} is another organisation's`);
  }
  const { name } = channel;
  if (channel.disabled) {
    const inBody = sentence('disabled_channel', { name });
    throw refuse('channel_disabled', inBody, `The channel "${name}" is disabled`);
  }
  if (channel.refreshNeeded) {
    const inBody = sentence('disconnected_channel', { name });
    throw refuse('channel_disconnected', inBody, `The channel "${name}" must be reconnected`);
  }
}
