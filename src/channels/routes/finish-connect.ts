import type { AppContext } from '../../http/types.ts';
import { finishConnect } from '../connect/finish.ts';
import { ofRequest, type Context } from '../../context.ts';
import { personOf } from '../../http/person.ts';
import { presentConnected } from '../present-connected-channel.ts';
import { compile } from '../../platform/validation.ts';
import { browserOrigin } from './browser-origin.ts';
import { finishConnectBody } from './finish-connect.schema.ts';

const checkBody = compile(finishConnectBody);

/** POST /integrations/social/{provider}: a channel, or accounts to choose from. */
export function finishConnectRoute(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const { state = '', code, error, error_description: errorDescription } = checkBody(ctx.state.body);
    const finished = await finishConnect(ofRequest(context, ctx), {
      person: personOf(ctx),
      provider: String(ctx.params.provider),
      origin: browserOrigin(ctx),
      state,
      ...(code ? { code } : {}),
      ...(error ? { error } : {}),
      ...(errorDescription ? { errorDescription } : {}),
    });
    ctx.body =
      'channel' in finished
        ? { channel: presentConnected(finished.channel), choose: null }
        : { channel: null, choose: finished.choose };
    ctx.status = 201;
  };
}
