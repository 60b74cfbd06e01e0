import type { AppContext } from '../../http/types.ts';
import type { Context } from '../../context.ts';
import { Customer } from '../../entities/integration.ts';

/** GET /groups */
export function listGroupsRoute(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const groups = await context.database
      .fork()
      .find(Customer, { organization: ctx.state.caller.organizationId }, { orderBy: { name: 'asc' } });
    ctx.body = groups.map(({ id, name }) => ({ id, name }));
  };
}
