import type { AppContext } from '../../http/types.ts';
import { chooseAccount } from '../connect/finish.ts';
import { ofRequest, type Context } from '../../context.ts';
import { personOf } from '../../http/person.ts';
import { presentConnected } from '../present-connected-channel.ts';
import { compile, idParam } from '../../platform/validation.ts';
import { chooseAccountBody } from './choose-account.schema.ts';

const checkBody = compile(chooseAccountBody);

/** POST /integrations/social/{provider}/choose: among those that this session was offered. */
export function chooseAccountRoute(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const { connectId, accountId } = checkBody(ctx.state.body);
    const chosen = await chooseAccount(ofRequest(context, ctx), {
      person: personOf(ctx),
      provider: String(ctx.params.provider),
      connectId: idParam(connectId),
      accountId,
    });
    ctx.body = { channel: presentConnected(chosen) };
    ctx.status = 201;
  };
}
