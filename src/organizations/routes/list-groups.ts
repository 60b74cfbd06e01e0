import type { AppContext } from '../../http/types.ts';
import type { Context } from '../../platform/context.ts';
import { Customer } from '../../platform/entities/integration.ts';
import { component } from '../../http/openapi/components.ts';
import type { Operation } from '../../http/operation.ts';

export const listGroupsOperation = {
  id: 'listGroups',
  method: 'get',
  path: '/groups',
  tag: 'Channels',
  access: 'caller',
  summary: 'List channel groups',
  description: 'Groups stand for customers or brands. Channels and posts can be filtered by group.',
  answer: {
    status: 200,
    description: 'The groups by name',
    schema: { type: 'array', items: component('Group') },
  },
  errors: [],
  handler: listGroupsHandler,
} as const satisfies Operation;

function listGroupsHandler(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const groups = await context.database
      .fork()
      .find(Customer, { organization: ctx.state.caller.organizationId }, { orderBy: { name: 'asc' } });
    ctx.body = groups.map(({ id, name }) => ({ id, name }));
  };
}
