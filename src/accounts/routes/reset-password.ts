import type { AppContext } from '../../http/types.ts';
import { clearSessionCookie } from '../../http/session-cookie.ts';
import { parseEmail } from '../email.ts';
import { assertNewPassword, hashPassword } from '../passwords.ts';
import { mailReset } from '../send-mail.ts';
import { createThrottle } from '../../http/throttle.ts';
import { emailOfReset, resetWith } from '../user-tokens.ts';
import { ofRequest, type Context } from '../../context.ts';
import { clientIp } from '../../http/client-ip.ts';
import { compile } from '../../platform/validation.ts';
import { forgotPasswordBody, resetPasswordBody } from './reset-password.schema.ts';

const checkForgot = compile(forgotPasswordBody);
const checkReset = compile(resetPasswordBody);

/** POST /auth/forgot: answers before it is known whether there is such an account. */
export function forgotPasswordRoute(context: Context): (ctx: AppContext) => Promise<void> {
  const throttle = createThrottle(context);
  return async (ctx) => {
    const email = parseEmail(checkForgot(ctx.state.body).email);
    await throttle.mail('reset', { email, ip: clientIp(ctx, context.config) });
    mailReset(ofRequest(context, ctx), email);
    ctx.body = { success: true };
  };
}

/** POST /auth/reset: the browser is signed out, too: whoever held the old password may sit at it. */
export function resetPasswordRoute(context: Context): (ctx: AppContext) => Promise<void> {
  const throttle = createThrottle(context);
  return async (ctx) => {
    const { token, password } = checkReset(ctx.state.body);
    const email = await emailOfReset(context, token);
    assertNewPassword(password, email);
    await resetWith(context, token, await hashPassword(password));
    await throttle.forget({ email, ip: clientIp(ctx, context.config) });
    clearSessionCookie(context, ctx);
    ctx.body = { success: true };
  };
}
