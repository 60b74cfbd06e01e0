import type { AppContext } from '../../http/types.ts';
import { deleteChannel } from '../delete-channel.ts';
import { ofRequest, type Context } from '../../platform/context.ts';
import { idParam } from '../../platform/validation.ts';
import type { Operation } from '../../http/operation.ts';
import { id } from '../../http/shapes.ts';

export const deleteIntegrationOperation = {
  id: 'deleteIntegration',
  method: 'delete',
  path: '/integrations/{id}',
  tag: 'Channels',
  access: 'caller',
  role: 'admin',
  summary: 'Delete a channel',
  description:
    'Deletes its posts as well: waiting posts are not published, and published ones stay on the network. Refused while one of them is being published.',
  answer: {
    status: 200,
    description: 'Done',
    schema: {
      type: 'object',
      properties: { id: id('The channel') },
      required: ['id'],
      additionalProperties: false,
    },
  },
  errors: ['insufficient_scope', 'integration_not_found', 'foreign_resource', 'post_locked'],
  handler: deleteIntegrationHandler,
} as const satisfies Operation;

function deleteIntegrationHandler(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const channelId = idParam(ctx.params.id);
    await deleteChannel(ofRequest(context, ctx), {
      organizationId: ctx.state.caller.organizationId,
      channelId,
      userId: ctx.state.caller.userId,
    });
    ctx.body = { id: channelId };
  };
}
