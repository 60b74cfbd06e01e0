import type { AppContext } from '../../http/types.ts';
import { findOAuthProvider, type OAuthProvider } from '../connect/begin.ts';
import { deleteOwnApp, storeOwnApp, type AppOf, type AppScope } from '../connect/own-app.ts';
import { tryApp } from '../connect/try-app.ts';
import type { Context } from '../../platform/context.ts';
import type { Operation } from '../../http/operation.ts';
import { personOf } from '../../http/person.ts';
import { record, success, textOrNull } from '../../http/shapes.ts';
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
    scope: {
      enum: ['organization', 'instance'],
      default: 'organization',
      description:
        '`instance`: for every organisation without an app of its own, from now on and without a restart. For the operator; what the environment sets comes first',
    },
  },
  required: ['clientId'],
  additionalProperties: false,
} as const;

const removeQuery = { type: 'object', properties: { scope: ownAppBody.properties.scope } } as const;

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
  errors: ['invalid_request', 'network_hidden', 'insufficient_role'],
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
  query: removeQuery,
  answer: { status: 200, description: 'There is none any more', schema: success },
  errors: ['invalid_request', 'network_hidden', 'insufficient_role'],
  handler: removeOwnAppHandler,
} as const satisfies Operation;

const tryBody = {
  type: 'object',
  properties: { clientId: ownAppBody.properties.clientId, clientSecret: ownAppBody.properties.clientSecret },
  required: ['clientId'],
  additionalProperties: false,
} as const;

export const tryOwnAppOperation = {
  id: 'tryOwnApp',
  whileElsewhere: 'allowed',
  method: 'post',
  path: '/integrations/providers/{provider}/app/try',
  tag: 'Connecting',
  access: 'caller',
  role: 'admin',
  summary: 'Ask a network whether it knows an app',
  description: 'Nothing is stored, and no account is connected.',
  params,
  body: tryBody,
  answer: {
    status: 201,
    description: 'What the network said',
    schema: record({
      state: {
        enum: ['accepted', 'refused', 'unknown'],
        description: '`unknown`: the network did not answer, or can only be asked by signing in there',
      },
      field: {
        enum: ['clientId', 'clientSecret', 'redirectUri', null],
        description: 'What the network refuses, where it says so',
      },
      reason: textOrNull("The network's own words"),
    }),
  },
  errors: ['invalid_request', 'network_hidden'],
  example: { clientId: '8421.77', clientSecret: 'as-the-page-of-the-app-shows-it' },
  handler: tryOwnAppHandler,
} as const satisfies Operation;

const checkTry = compile(tryBody);
const checkBody = compile(ownAppBody);
const checkQuery = compile(removeQuery, 'query');

function setOwnAppHandler(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const { app, userId, hasSecret } = appOf(context, ctx);
    const { clientId, clientSecret = '', scope = 'organization' } = checkBody(ctx.state.body);
    assertMaySet(ctx, scope);
    assertSecret(hasSecret, clientSecret);
    await storeOwnApp(context, app, { app: { id: clientId, secret: clientSecret }, scope, userId });
    ctx.body = { success: true };
  };
}

function removeOwnAppHandler(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const { app, userId } = appOf(context, ctx);
    const { scope = 'organization' } = checkQuery({ ...ctx.query });
    assertMaySet(ctx, scope);
    await deleteOwnApp(context, app, { scope, userId });
    ctx.body = { success: true };
  };
}

function tryOwnAppHandler(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const { provider, hasSecret } = appOf(context, ctx);
    const { clientId, clientSecret = '' } = checkTry(ctx.state.body);
    assertSecret(hasSecret, clientSecret);
    ctx.status = 201;
    ctx.body = await tryApp(context, provider, { id: clientId, secret: clientSecret });
  };
}

/** @throws ApiError `invalid_request` without the secret that an app has, or with one that it has not */
function assertSecret(hasSecret: boolean, clientSecret: string): void {
  if (hasSecret === Boolean(clientSecret)) return;
  const problem = hasSecret ? sentence('required') : sentence('client_secret_not_used');
  throw new ApiError('invalid_request', { issues: [{ path: 'clientSecret', ...problem }] });
}

/** @throws ApiError `insufficient_role` for the instance's app, unless the caller is the operator */
function assertMaySet(ctx: AppContext, scope: AppScope): void {
  if (scope === 'organization' || personOf(ctx).session.operator) return;
  throw new ApiError('insufficient_role', sentence('only_operator_sets_app'));
}

interface AskedApp {
  readonly app: AppOf;
  readonly provider: OAuthProvider;
  readonly userId: string | null;
  readonly hasSecret: boolean;
}

/** @throws ApiError as `findOAuthProvider`; `invalid_request` for a network whose servers register apps */
function appOf(context: Context, ctx: AppContext): AskedApp {
  const { organizationId, userId } = personOf(ctx);
  const provider = findOAuthProvider(context, ctx.params.provider ?? '');
  if (provider.oauth.app.kind !== 'env') {
    const problem = sentence('app_not_needed', { network: provider.name });
    throw new ApiError('invalid_request', { issues: [{ path: 'provider', ...problem }] });
  }
  const hasSecret = provider.oauth.app.secretVariable !== undefined;
  return { app: { organizationId, provider: provider.identifier }, provider, userId, hasSecret };
}
