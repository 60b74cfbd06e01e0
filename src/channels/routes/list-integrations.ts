import type { AppContext } from '../../http/types.ts';
import type { Context } from '../../platform/context.ts';
import { presentIntegration } from '../present-integration.ts';
import { readChannels } from '../read-channels.ts';
import { idFilter } from '../../platform/id-filter.ts';
import { compile } from '../../platform/validation.ts';
import { component } from '../../http/openapi/components.ts';
import type { Operation } from '../../http/operation.ts';

export const listIntegrationsQuery = {
  type: 'object',
  properties: {
    group: { type: 'string', maxLength: 255, description: 'Only channels in the channel group with this id' },
  },
} as const;

export const listIntegrationsOperation = {
  id: 'listIntegrations',
  method: 'get',
  path: '/integrations',
  tag: 'Channels',
  access: 'caller',
  summary: 'List channels',
  description: 'Includes disabled channels and those that must be reconnected.',
  query: listIntegrationsQuery,
  answer: {
    status: 200,
    description: 'The channels, oldest first',
    schema: { type: 'array', items: component('Integration') },
  },
  errors: [],
  handler: listIntegrationsHandler,
} as const satisfies Operation;

const checkQuery = compile(listIntegrationsQuery, 'query');

function listIntegrationsHandler(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const { group } = checkQuery({ ...ctx.query });
    ctx.body = (
      await readChannels(context.database, {
        organizationId: ctx.state.caller.organizationId,
        groupId: group ? idFilter(group) : undefined,
      })
    ).map(presentIntegration);
  };
}
