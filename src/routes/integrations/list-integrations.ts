import type { AppContext } from '../../app-types.ts';
import type { Context } from '../../context.ts';
import { Integration } from '../../entities/integration.ts';
import { presentIntegration } from '../../presenters/integration.ts';
import { compile, idParam } from '../../validation.ts';
import { listIntegrationsQuery } from './list-integrations.schema.ts';

const checkQuery = compile(listIntegrationsQuery, 'query');

export function listIntegrationsRoute(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const { group } = checkQuery({ ...ctx.query });
    const where = { organization: ctx.state.caller.organizationId, deletedAt: null, ...(group ? { customer: { id: idParam(group) } } : {}) };
    ctx.body = (await context.database.fork().find(Integration, where, { populate: ['customer'], orderBy: { createdAt: 'asc' } })).map(presentIntegration);
  };
}
