import type { AppContext } from '../../app-types.ts';
import type { Context } from '../../context.ts';
import { Integration } from '../../entities/integration.ts';
import { presentIntegration } from '../../presenters/integration.ts';
import { idParam } from '../../validation.ts';

/** GET /public/v1/integrations[?group]: the organisation's channels, also disabled ones; `group` keeps those of one customer. Refuses with invalid_id. */
export function listIntegrationsRoute(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const group = typeof ctx.query.group === 'string' && ctx.query.group ? { customer: { id: idParam(ctx.query.group) } } : {};
    const where = { organization: ctx.state.caller.organizationId, deletedAt: null, ...group };
    ctx.body = (await context.database.fork().find(Integration, where, { populate: ['customer'], orderBy: { createdAt: 'asc' } })).map(presentIntegration);
  };
}
