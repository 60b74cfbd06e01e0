import type { AppContext } from '../../http/types.ts';
import { listConnectable } from '../connect/list-providers.ts';
import type { Context } from '../../context.ts';

/** GET /integrations/providers: with the variables that the operator has yet to set. */
export function listProvidersRoute(context: Context): (ctx: AppContext) => void {
  return (ctx) => {
    ctx.body = listConnectable(context);
  };
}
