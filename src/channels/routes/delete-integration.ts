import type { AppContext } from '../../http/types.ts';
import { deleteChannel } from '../delete-channel.ts';
import { ofRequest, type Context } from '../../context.ts';
import { idParam } from '../../platform/validation.ts';

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
