/**
 * Apps of the organisation: each operation for one that is named, and for the oldest, which is the only one
 * that existing clients know.
 */
import type { AppContext } from '../../http/types.ts';
import type { Context } from '../../context.ts';
import { ApiError } from '../../platform/errors.ts';
import { createApp, deleteApp, firstAppId, rotateSecret, updateApp } from '../apps.ts';
import { readApp, readApps } from '../read-apps.ts';
import { personOf } from '../../http/person.ts';
import { presentApp } from '../present-oauth-app.ts';
import { compile, idParam } from '../../platform/validation.ts';
import type { Handler } from '../../http/operation.ts';
import { createAppBody, updateAppBody } from './app.schema.ts';

const checkNew = compile(createAppBody);
const checkChange = compile(updateAppBody);

/** Which app an operation is about. */
type WhichApp = (context: Context, ctx: AppContext) => Promise<string>;

const named: WhichApp = (_, ctx) => Promise.resolve(idParam(ctx.params.id));
const oldest: WhichApp = async (context, { state: { caller } }) => {
  const id = await firstAppId(context, caller.organizationId);
  if (!id) throw new ApiError('app_not_found', { message: 'The organisation has no app' });
  return id;
};

/** GET /user/oauth-apps */
export const listAppsRoute: Handler = (context) => async (ctx) => {
  const apps = await readApps(context, ctx.state.caller.organizationId);
  ctx.body = await Promise.all(apps.map((app) => presentApp(context.storage, app)));
};

/** GET /user/oauth-app: `false` when the organisation has none, as existing clients expect. */
export const getOAuthAppRoute: Handler = (context) => async (ctx) => {
  const { organizationId } = ctx.state.caller;
  const id = await firstAppId(context, organizationId);
  // JSON, which Koa writes by itself for objects only.
  ctx.body = id ? await present(context, organizationId, id) : 'false';
  ctx.type = 'application/json';
};

/** GET /user/oauth-apps/{id} */
export const getAppRoute: Handler = (context) => async (ctx) => {
  ctx.body = await present(context, ctx.state.caller.organizationId, await named(context, ctx));
};

/** POST /user/oauth-apps */
export const createAppRoute = creating({ only: false });
/** POST /user/oauth-app: refused when the organisation has one. */
export const createOAuthAppRoute = creating({ only: true });
/** PUT /user/oauth-apps/{id} */
export const updateAppRoute = updating(named);
/** PUT /user/oauth-app */
export const updateOAuthAppRoute = updating(oldest);
/** DELETE /user/oauth-apps/{id} */
export const deleteAppRoute = deleting(named);
/** DELETE /user/oauth-app */
export const deleteOAuthAppRoute = deleting(oldest);
/** POST /user/oauth-apps/{id}/rotate-secret */
export const rotateSecretRoute = rotating(named);
/** POST /user/oauth-app/rotate-secret */
export const rotateOAuthAppSecretRoute = rotating(oldest);

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
