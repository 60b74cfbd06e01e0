import type { AppContext } from '../../http/types.ts';
import { connectByCredentials } from '../connect/credentials.ts';
import { ofRequest, type Context } from '../../context.ts';
import { personOf } from '../../http/person.ts';
import { presentConnected } from '../present-connected-channel.ts';
import { compile } from '../../platform/validation.ts';
import { connectWithCredentialsBody } from './connect-with-credentials.schema.ts';

const checkBody = compile(connectWithCredentialsBody);

/** POST /integrations/connect/{provider}: they are tried at the network before they are stored. */
export function connectWithCredentialsRoute(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const { fields } = checkBody(ctx.state.body);
    const channel = await connectByCredentials(ofRequest(context, ctx), {
      person: personOf(ctx),
      provider: String(ctx.params.provider),
      fields,
    });
    ctx.body = { channel: presentConnected(channel) };
    ctx.status = 201;
  };
}
