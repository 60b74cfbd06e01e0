import type { AppContext } from '../../http/types.ts';
import { connectByCredentials } from '../connect/credentials.ts';
import { ofRequest, type Context } from '../../platform/context.ts';
import { personOf } from '../../http/person.ts';
import { presentConnected } from '../present-connected-channel.ts';
import { compile, idParam } from '../../platform/validation.ts';
import type { Operation } from '../../http/operation.ts';
import { orNull, record, text } from '../../http/shapes.ts';
import { NETWORK_ERRORS, connectedChannel, providerParam } from './connect-shapes.ts';

export const connectWithCredentialsBody = {
  type: 'object',
  properties: {
    fields: {
      type: 'object',
      maxProperties: 20,
      additionalProperties: { type: 'string', maxLength: 4000 },
      description: 'Values, by the names in listProviders',
    },
    refresh: {
      type: 'string',
      maxLength: 100,
      description: 'The id of a channel to reconnect: credentials of another account are then refused',
    },
  },
  required: ['fields'],
} as const;

export const connectWithCredentialsOperation = {
  id: 'connectWithCredentials',
  method: 'post',
  path: '/integrations/connect/{provider}',
  tag: 'Connecting',
  access: 'caller',
  role: 'admin',
  summary: 'Connect a channel with its credentials',
  description:
    'They are tried on the network and stored encrypted. An account that is already connected keeps its id and its waiting posts.',
  params: providerParam,
  body: connectWithCredentialsBody,
  answer: {
    status: 201,
    description: 'The channel',
    schema: record({
      channel: connectedChannel,
      generated: orNull(
        record({
          label: text('What it is'),
          value: text('The secret: this is the only time that it is shown'),
        }),
        'A secret that was made because its field was left empty',
      ),
    }),
  },
  errors: [...NETWORK_ERRORS, 'integration_not_found', 'foreign_resource', 'other_account', 'quota_exceeded'],
  handler: connectWithCredentialsHandler,
} as const satisfies Operation;

const checkBody = compile(connectWithCredentialsBody);

/** Tries credentials on the network before they are stored. */
function connectWithCredentialsHandler(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const { fields, refresh } = checkBody(ctx.state.body);
    const { channel, generated } = await connectByCredentials(ofRequest(context, ctx), {
      person: personOf(ctx),
      provider: String(ctx.params.provider),
      fields,
      ...(refresh ? { refresh: idParam(refresh) } : {}),
    });
    ctx.body = { channel: presentConnected(channel), generated };
    ctx.status = 201;
  };
}
