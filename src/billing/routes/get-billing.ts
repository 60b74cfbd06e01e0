import type { AppContext } from '../../http/types.ts';
import { readBilling } from '../read-billing.ts';
import type { Context } from '../../context.ts';

/** GET /billing: for every member; what the plan allows is no secret of the owners. */
export function getBillingRoute(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    ctx.body = await readBilling(context, ctx.state.caller.organizationId);
  };
}
