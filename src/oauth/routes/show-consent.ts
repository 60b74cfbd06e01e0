import { readSessionToken } from '../../http/session-cookie.ts';
import { findSession } from '../../http/sessions.ts';
import type { AppContext } from '../../http/types.ts';
import type { Context } from '../../context.ts';
import { checkAuthorizationRequest, redirectOf } from '../authorization-request.ts';
import { PERMISSIONS, readDecider } from '../consent.ts';
import { pictureOf } from '../present-oauth-app.ts';

/**
 * GET /oauth/authorize: also for a browser in which nobody is signed in: it is sent to sign in with the app's
 * name in sight.
 */
export function showConsentRoute(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    ctx.set('Cache-Control', 'no-store');
    const request = await checkAuthorizationRequest(context, ctx.query);
    if (request.error) {
      ctx.body = { redirect: redirectOf(request, request.error) };
      return;
    }
    const { app, state } = request;
    // Open, because the page shows the app before it asks to sign in.
    const token = readSessionToken(context, ctx);
    const session = token ? await findSession(context, token) : undefined;
    const { person, organizations } = session
      ? await readDecider(context, session.caller)
      : { person: null, organizations: [] };
    ctx.body = {
      app: {
        name: app.name,
        description: app.description,
        picture: await pictureOf(context.storage, app),
        clientId: app.clientId,
        redirectUrl: app.redirectUrl,
        redirectHost: new URL(app.redirectUrl).host,
        registeredBy: app.registeredBy,
      },
      ...(state === undefined ? {} : { state }),
      permissions: PERMISSIONS,
      person,
      organizations,
    };
  };
}
