import type { AppContext } from '../../http/types.ts';
import type { Context } from '../../context.ts';
import { presentIntegration } from '../present-integration.ts';
import { readChannels } from '../read-channels.ts';
import { compile, idParam } from '../../platform/validation.ts';
import { listIntegrationsQuery } from './list-integrations.schema.ts';

const checkQuery = compile(listIntegrationsQuery, 'query');

/** GET /integrations */
export function listIntegrationsRoute(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const { group } = checkQuery({ ...ctx.query });
    ctx.body = (
      await readChannels(context.database, {
        organizationId: ctx.state.caller.organizationId,
        groupId: group ? idParam(group) : undefined,
      })
    ).map(presentIntegration);
  };
}
