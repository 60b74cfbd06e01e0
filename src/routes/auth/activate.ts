import type { AppContext } from '../../app-types.ts';
import { parseEmail } from '../../accounts/email.ts';
import { mailActivation } from '../../accounts/send-mail.ts';
import { openSession } from '../../accounts/sign-in.ts';
import { createThrottle } from '../../accounts/throttle.ts';
import { activateWith } from '../../accounts/user-tokens.ts';
import { ofRequest, type Context } from '../../context.ts';
import { clientIp } from '../../middleware/client-ip.ts';
import { compile } from '../../validation.ts';
import { activateBody, resendActivationBody } from './activate.schema.ts';

const checkActivate = compile(activateBody);
const checkResend = compile(resendActivationBody);

/** POST /auth/activate: the person is signed in by the link; a link that was used is no session. */
export function activateRoute(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const userId = await activateWith(context, checkActivate(ctx.state.body).token);
    ctx.body = await openSession(context, ctx, { userId });
  };
}

/** POST /auth/resend-activation: answers before it is known whether there is anything to send. */
export function resendActivationRoute(context: Context): (ctx: AppContext) => Promise<void> {
  const throttle = createThrottle(context);
  return async (ctx) => {
    const email = parseEmail(checkResend(ctx.state.body).email);
    await throttle.mail('activation', { email, ip: clientIp(ctx, context.config) });
    mailActivation(ofRequest(context, ctx), email);
    ctx.body = { success: true };
  };
}
