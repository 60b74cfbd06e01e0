import type { AppContext } from '../../http/types.ts';
import type { Context } from '../../platform/context.ts';
import { Integration } from '../../platform/entities/integration.ts';
import { assertOwnChannel } from '../own-channel.ts';

/** A channel of the caller's organisation. @throws ApiError `integration_not_found`, `foreign_resource` */
export async function findOwnChannel(context: Context, ctx: AppContext, id: string) {
  const channel = await context.database.fork().findOne(Integration, { id });
  assertOwnChannel(ctx.state.caller.organizationId, channel, id);
  return channel;
}
