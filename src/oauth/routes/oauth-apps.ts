/**
 * Apps of the organisation: each operation for one that is named, and for the oldest, which is the only one
 * that existing clients know.
 */
import type { AppContext } from '../../http/types.ts';
import type { Context } from '../../platform/context.ts';
import { ApiError } from '../../platform/errors.ts';
import { createApp, deleteApp, firstAppId, rotateSecret, updateApp } from '../apps.ts';
import { readApp, readApps } from '../read-apps.ts';
import { personOf } from '../../http/person.ts';
import { presentApp } from '../present-oauth-app.ts';
import { compile, idParam } from '../../platform/validation.ts';
import type { Handler, Operation } from '../../http/operation.ts';
import {
  createAppBody,
  updateAppBody,
  appSchema,
  deletedSchema,
  newAppSchema,
  secretSchema,
} from './app-shapes.ts';
import { sentence } from '../../platform/sentences.ts';

const common = { tag: 'Apps', access: 'caller', role: 'admin' } as const;
const example = {
  name: 'Menu Bot',
  redirectUrl: 'https://menu.example/callback',
  description: 'Posts the menu of the day',
};
const DELETING =
  "Permanent. Its access tokens are revoked at once, and it disappears from everybody's approved apps.";
const ROTATING = 'The old secret stops working at once. Access tokens stay valid.';

export const listAppsOperation = {
  ...common,
  id: 'listApps',
  method: 'get',
  path: '/user/oauth-apps',
  summary: 'List the apps of the organisation',
  answer: { status: 200, description: 'The apps, oldest first', schema: { type: 'array', items: appSchema } },
  errors: [],
  handler: listAppsHandler,
} as const satisfies Operation;

export const createAppOperation = {
  ...common,
  id: 'createApp',
  method: 'post',
  path: '/user/oauth-apps',
  summary: 'Register an app',
  body: createAppBody,
  example,
  answer: { status: 201, description: 'The app and its secret', schema: newAppSchema },
  errors: ['media_not_stored'],
  handler: creating({ only: false }),
} as const satisfies Operation;

export const getAppOperation = {
  ...common,
  id: 'getApp',
  method: 'get',
  path: '/user/oauth-apps/{id}',
  summary: 'Get an app',
  answer: { status: 200, description: 'The app', schema: appSchema },
  errors: ['app_not_found', 'foreign_resource'],
  handler: getAppHandler,
} as const satisfies Operation;

export const updateAppOperation = {
  ...common,
  id: 'updateApp',
  method: 'put',
  path: '/user/oauth-apps/{id}',
  summary: 'Change an app',
  body: updateAppBody,
  example: { redirectUrl: 'https://menu.example/new-callback' },
  answer: { status: 200, description: 'The changed app', schema: appSchema },
  errors: ['media_not_stored', 'app_not_found', 'foreign_resource'],
  handler: updating(named),
} as const satisfies Operation;

export const deleteAppOperation = {
  ...common,
  id: 'deleteApp',
  method: 'delete',
  path: '/user/oauth-apps/{id}',
  summary: 'Delete an app',
  description: DELETING,
  answer: { status: 200, description: 'The app is deleted', schema: deletedSchema },
  errors: ['app_not_found', 'foreign_resource'],
  handler: deleting(named),
} as const satisfies Operation;

export const rotateSecretOperation = {
  ...common,
  id: 'rotateAppSecret',
  method: 'post',
  path: '/user/oauth-apps/{id}/rotate-secret',
  summary: 'Replace the client secret of an app',
  description: ROTATING,
  answer: { status: 201, description: 'The new secret', schema: secretSchema },
  errors: ['app_not_found', 'foreign_resource'],
  handler: rotating(named),
} as const satisfies Operation;

// The same for the oldest app: existing clients know no other.
const OLDEST = 'If there are several, the oldest; /user/oauth-apps lists them all.';

export const getOAuthAppOperation = {
  ...common,
  id: 'getOAuthApp',
  method: 'get',
  path: '/user/oauth-app',
  summary: "Get the organisation's app",
  description: OLDEST,
  answer: {
    status: 200,
    description: 'The app; false if there is none',
    schema: { anyOf: [appSchema, { const: false }] },
  },
  errors: [],
  handler: getOAuthAppHandler,
} as const satisfies Operation;

export const createOAuthAppOperation = {
  ...createAppOperation,
  id: 'createOAuthApp',
  path: '/user/oauth-app',
  summary: "Register the organisation's app",
  description: 'Refused if there is one already; POST /user/oauth-apps registers more.',
  errors: ['media_not_stored', 'app_exists'],
  handler: creating({ only: true }),
} as const satisfies Operation;

export const updateOAuthAppOperation = {
  ...updateAppOperation,
  id: 'updateOAuthApp',
  path: '/user/oauth-app',
  summary: "Change the organisation's app",
  description: OLDEST,
  errors: ['media_not_stored', 'app_not_found'],
  handler: updating(oldest),
} as const satisfies Operation;

export const deleteOAuthAppOperation = {
  ...deleteAppOperation,
  id: 'deleteOAuthApp',
  path: '/user/oauth-app',
  summary: "Delete the organisation's app",
  description: `${DELETING} ${OLDEST}`,
  errors: ['app_not_found'],
  handler: deleting(oldest),
} as const satisfies Operation;

export const rotateOAuthAppSecretOperation = {
  ...rotateSecretOperation,
  id: 'rotateOAuthAppSecret',
  path: '/user/oauth-app/rotate-secret',
  summary: "Replace the client secret of the organisation's app",
  description: `${ROTATING} ${OLDEST}`,
  errors: ['app_not_found'],
  handler: rotating(oldest),
} as const satisfies Operation;

const checkNew = compile(createAppBody);
const checkChange = compile(updateAppBody);

/** Which app an operation is about. */
type WhichApp = (context: Context, ctx: AppContext) => Promise<string>;

async function named(_: Context, ctx: AppContext): Promise<string> {
  return idParam(ctx.params.id);
}

async function oldest(context: Context, { state: { caller } }: AppContext): Promise<string> {
  const id = await firstAppId(context, caller.organizationId);
  if (!id) throw new ApiError('app_not_found', sentence('organization_without_app'));
  return id;
}

function listAppsHandler(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const apps = await readApps(context, ctx.state.caller.organizationId);
    ctx.body = await Promise.all(apps.map((app) => presentApp(context.storage, app)));
  };
}

/** `false` when the organisation has none, as existing clients expect. */
function getOAuthAppHandler(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const { organizationId } = ctx.state.caller;
    const id = await firstAppId(context, organizationId);
    // JSON, which Koa writes by itself for objects only.
    ctx.body = id ? await present(context, organizationId, id) : 'false';
    ctx.type = 'application/json';
  };
}

function getAppHandler(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    ctx.body = await present(context, ctx.state.caller.organizationId, await named(context, ctx));
  };
}

function creating({ only }: { only: boolean }): Handler {
  return (context) => async (ctx) => {
    const { id, clientSecret } = await createApp(context, personOf(ctx), {
      fields: checkNew(ctx.state.body ?? {}),
      only,
    });
    ctx.status = 201;
    ctx.body = { ...(await present(context, ctx.state.caller.organizationId, id)), clientSecret };
  };
}

function updating(which: WhichApp): Handler {
  return (context) => async (ctx) => {
    const appId = await which(context, ctx);
    await updateApp(context, personOf(ctx), { appId, fields: checkChange(ctx.state.body ?? {}) });
    ctx.body = await present(context, ctx.state.caller.organizationId, appId);
  };
}

function deleting(which: WhichApp): Handler {
  return (context) => async (ctx) => {
    ctx.body = { success: true, tokens: await deleteApp(context, personOf(ctx), await which(context, ctx)) };
  };
}

function rotating(which: WhichApp): Handler {
  return (context) => async (ctx) => {
    const clientSecret = await rotateSecret(context, personOf(ctx), await which(context, ctx));
    ctx.status = 201;
    ctx.body = { clientSecret };
  };
}

async function present(context: Context, organizationId: string, appId: string) {
  return presentApp(context.storage, await readApp(context, organizationId, appId));
}
