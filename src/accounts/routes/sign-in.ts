import type { AppContext } from '../../http/types.ts';
import { clearSessionCookie } from '../../http/session-cookie.ts';
import { parseEmail } from '../email.ts';
import { presentMe } from '../present-me.ts';
import { endSession } from '../../http/sessions.ts';
import { checkCredentials, openSession } from '../sign-in.ts';
import { createThrottle } from '../../http/throttle.ts';
import type { Context } from '../../context.ts';
import { ApiError } from '../../platform/errors.ts';
import { clientIp } from '../../http/client-ip.ts';
import { personOf } from '../../http/person.ts';
import { compile } from '../../platform/validation.ts';
import { signInBody } from './sign-in.schema.ts';

const checkBody = compile(signInBody);

/**
 * POST /auth/login: the right password gives its attempt back, also when the address is not confirmed yet.
 */
export function signInRoute(context: Context): (ctx: AppContext) => Promise<void> {
  const throttle = createThrottle(context);
  return async (ctx) => {
    const { email: typed, password } = checkBody(ctx.state.body);
    const email = parseEmail(typed);
    const succeeded = await throttle.signIn({ email, ip: clientIp(ctx, context.config) });
    const proven = await checkCredentials(context, { email, password }).catch(async (refused: unknown) => {
      // The password was right: it is the mail that is missing.
      if (refused instanceof ApiError && refused.code === 'not_activated') await succeeded();
      throw refused;
    });
    await succeeded();
    ctx.body = await openSession(context, ctx, proven);
  };
}

/** POST /auth/logout: the row ends, and with it every copy of the cookie. */
export function signOutRoute(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    await endSession(context, personOf(ctx).session.id);
    clearSessionCookie(context, ctx);
    ctx.body = { success: true };
  };
}

/** GET /auth/me: where the web app begins, and where its CSRF token comes from. */
export function getMeRoute(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    ctx.body = await presentMe(context, personOf(ctx));
  };
}
