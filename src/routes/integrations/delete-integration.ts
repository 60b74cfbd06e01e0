import type { AppContext } from '../../app-types.ts';
import { deleteChannel } from '../../commands/delete-channel.ts';
import { ofRequest, type Context } from '../../context.ts';
import { idParam } from '../../validation.ts';

/** DELETE /integrations/{id} */
export function deleteIntegrationRoute(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const channelId = idParam(ctx.params.id);
    await deleteChannel(ofRequest(context, ctx), {
      organizationId: ctx.state.caller.organizationId,
      channelId,
    });
    ctx.body = { id: channelId };
  };
}
