import type { AppContext } from '../../http/types.ts';
import { lookAtState } from '../connect/invalid-state.ts';
import type { Context } from '../../context.ts';
import { compile } from '../../platform/validation.ts';
import { browserOrigin } from './browser-origin.ts';
import { lookAtConnectBody } from './look-at-connect.schema.ts';

const checkBody = compile(lookAtConnectBody);

/** POST /integrations/social/{provider}/look */
export function lookAtConnectRoute(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const { state = '' } = checkBody(ctx.state.body);
    const message = await lookAtState(context, {
      provider: String(ctx.params.provider),
      state,
      origin: browserOrigin(ctx),
    });
    ctx.body = { signIn: message === null, message };
    ctx.set('Cache-Control', 'no-store');
  };
}
