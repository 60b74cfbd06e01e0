import type { AppContext } from '../../http/types.ts';
import { findOAuthProvider } from '../connect/begin.ts';
import { finishConnect } from '../connect/finish.ts';
import { ofRequest, type Context } from '../../platform/context.ts';
import { personOf } from '../../http/person.ts';
import { presentConnected } from '../present-connected-channel.ts';
import { compile } from '../../platform/validation.ts';
import { browserOrigin } from './browser-origin.ts';
import type { Operation } from '../../http/operation.ts';
import { orNull, record } from '../../http/shapes.ts';
import {
  NETWORK_ERRORS,
  awaitedApproval,
  choice,
  connectedChannel,
  providerParam,
} from './connect-shapes.ts';

export const finishConnectBody = {
  type: 'object',
  properties: {
    state: { type: 'string', maxLength: 300, description: 'As returned by the network' },
    code: { type: 'string', maxLength: 4000, description: 'The authorization code' },
    loginRequestToken: { type: 'string', maxLength: 4000, description: 'In place of `code`, on MeWe' },
    device_id: { type: 'string', maxLength: 300, description: 'VK only: what it sends beside the code' },
    error: { type: 'string', maxLength: 300, description: "The network's error, instead of a code" },
    error_description: { type: 'string', maxLength: 2000, description: 'The error message' },
  },
} as const;

export const finishConnectOperation = {
  id: 'finishConnect',
  method: 'post',
  path: '/integrations/social/{provider}',
  tag: 'Connecting',
  access: 'caller',
  role: 'admin',
  summary: 'Finish connecting a channel',
  description:
    'Send what the network sent the browser back with. If it gives access to several accounts, or an API key or an app asked for the connection, nothing is stored until an account is chosen. A network that sends no browser back is asked whether the person has approved; until then, the state stays valid, so call again.',
  params: providerParam,
  body: finishConnectBody,
  answer: {
    status: 201,
    description: 'The channel, the accounts to choose from, or what the person still has to approve',
    schema: record({
      channel: orNull(connectedChannel),
      choose: orNull(choice),
      approve: orNull(awaitedApproval),
    }),
  },
  errors: [...NETWORK_ERRORS, 'invalid_state', 'other_account', 'integration_not_found', 'quota_exceeded'],
  handler: finishConnectHandler,
} as const satisfies Operation;

const checkBody = compile(finishConnectBody);

/** A channel, or accounts to choose from. */
function finishConnectHandler(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const body = checkBody(ctx.state.body);
    const { state = '', error, error_description: errorDescription, device_id: deviceId } = body;
    const provider = String(ctx.params.provider);
    const code = body[findOAuthProvider(context, provider).oauth.codeParameter ?? 'code'];
    const finished = await finishConnect(ofRequest(context, ctx), {
      person: personOf(ctx),
      provider,
      origin: browserOrigin(ctx),
      state,
      ...(code ? { code } : {}),
      ...(error ? { error } : {}),
      ...(errorDescription ? { errorDescription } : {}),
      ...(deviceId ? { deviceId } : {}),
    });
    ctx.body = {
      channel: 'channel' in finished ? presentConnected(finished.channel) : null,
      choose: 'choose' in finished ? finished.choose : null,
      approve: 'approve' in finished ? finished.approve : null,
    };
    ctx.status = 201;
  };
}
