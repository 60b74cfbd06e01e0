import type { AppContext } from '../../http/types.ts';
import { chooseAccount } from '../connect/finish.ts';
import { ofRequest, type Context } from '../../platform/context.ts';
import { personOf } from '../../http/person.ts';
import { presentConnected } from '../present-connected-channel.ts';
import { compile, idParam } from '../../platform/validation.ts';
import type { Operation } from '../../http/operation.ts';
import { channelAnswer, providerParam } from './connect-shapes.ts';

export const chooseAccountBody = {
  type: 'object',
  properties: {
    connectId: { type: 'string', maxLength: 100, description: 'From the answer that offered the accounts' },
    accountId: { type: 'string', minLength: 1, maxLength: 500, description: 'The chosen account' },
  },
  required: ['connectId', 'accountId'],
} as const;

export const chooseAccountOperation = {
  id: 'chooseAccount',
  method: 'post',
  path: '/integrations/social/{provider}/choose',
  tag: 'Connecting',
  access: 'caller',
  role: 'admin',
  summary: 'Choose one of several accounts',
  params: providerParam,
  body: chooseAccountBody,
  answer: { status: 201, description: 'The channel', schema: channelAnswer },
  errors: [
    'invalid_request',
    'network_hidden',
    'invalid_state',
    'other_account',
    'integration_not_found',
    'quota_exceeded',
  ],
  handler: chooseAccountHandler,
} as const satisfies Operation;

const checkBody = compile(chooseAccountBody);

/** Among those that this session was offered. */
function chooseAccountHandler(context: Context): (ctx: AppContext) => Promise<void> {
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
