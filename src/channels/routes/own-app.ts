import type { AppContext } from '../../http/types.ts';
import { findOAuthProvider } from '../connect/begin.ts';
import { deleteOwnApp, storeOwnApp, type AppOf } from '../connect/own-app.ts';
import type { Context } from '../../platform/context.ts';
import type { Operation } from '../../http/operation.ts';
import { personOf } from '../../http/person.ts';
import { success } from '../../http/shapes.ts';
import { ApiError } from '../../platform/errors.ts';
import { compile } from '../../platform/validation.ts';
import { sentence } from '../../platform/sentences.ts';

const params = { provider: { type: 'string', maxLength: 60, description: 'The network' } } as const;

/** What vendors give out has no spaces. */
const ownAppBody = {
  type: 'object',
  properties: {
    clientId: {
      type: 'string',
      minLength: 1,
      maxLength: 500,
      pattern: '^\\S+$',
      description: 'an id without spaces',
    },
    clientSecret: {
      type: 'string',
      minLength: 1,
      maxLength: 2000,
      pattern: '^\\S+$',
      description: 'a secret without spaces',
    },
  },
  required: ['clientId'],
  additionalProperties: false,
} as const;

export const setOwnAppOperation = {
  id: 'setOwnApp',
  whileElsewhere: 'allowed',
  method: 'put',
  path: '/integrations/providers/{provider}/app',
  tag: 'Connecting',
  access: 'caller',
  role: 'admin',
  summary: "Set the organisation's own app on a network",
  description:
    "New channels of the network are connected with it instead of the instance's. Connected ones keep the app that they were connected with. Where `app.hasSecret` is false, there is no `clientSecret`.",
  params,
  body: ownAppBody,
  answer: { status: 200, description: 'Stored; the secret is not shown again', schema: success },
  errors: ['invalid_request', 'network_hidden'],
  example: { clientId: '8421.77', clientSecret: 'as-the-page-of-the-app-shows-it' },
  handler: setOwnAppHandler,
} as const satisfies Operation;

export const removeOwnAppOperation = {
  id: 'removeOwnApp',
  whileElsewhere: 'allowed',
  method: 'delete',
  path: '/integrations/providers/{provider}/app',
  tag: 'Connecting',
  access: 'caller',
  role: 'admin',
  summary: "Remove the organisation's own app on a network",
  description:
    'Channels that were connected with it publish until their access must be renewed, and then have to be reconnected.',
  params,
  answer: { status: 200, description: 'There is none any more', schema: success },
  errors: ['invalid_request', 'network_hidden'],
  handler: removeOwnAppHandler,
} as const satisfies Operation;

const checkBody = compile(ownAppBody);

function setOwnAppHandler(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const { app, userId, hasSecret } = appOf(context, ctx);
    const { clientId, clientSecret = '' } = checkBody(ctx.state.body);
    if (hasSecret !== Boolean(clientSecret)) {
      const problem = hasSecret ? sentence('required') : sentence('client_secret_not_used');
      throw new ApiError('invalid_request', { issues: [{ path: 'clientSecret', ...problem }] });
    }
    await storeOwnApp(context, app, { app: { id: clientId, secret: clientSecret }, userId });
    ctx.body = { success: true };
  };
}

function removeOwnAppHandler(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const { app, userId } = appOf(context, ctx);
    await deleteOwnApp(context, app, userId);
    ctx.body = { success: true };
  };
}

/** @throws ApiError as `findOAuthProvider`; `invalid_request` for a network whose servers register apps */
function appOf(context: Context, ctx: AppContext): { app: AppOf; userId: string | null; hasSecret: boolean } {
  const { organizationId, userId } = personOf(ctx);
  const provider = findOAuthProvider(context, ctx.params.provider ?? '');
  if (provider.oauth.app.kind !== 'env') {
    const problem = sentence('app_not_needed', { network: provider.name });
    throw new ApiError('invalid_request', { issues: [{ path: 'provider', ...problem }] });
  }
  const hasSecret = provider.oauth.app.secretVariable !== undefined;
  return { app: { organizationId, provider: provider.identifier }, userId, hasSecret };
}
