import type { AppContext } from '../../http/types.ts';
import { parseEmail } from '../email.ts';
import { mailActivation } from '../send-mail.ts';
import { openSession } from '../sign-in.ts';
import { createThrottle } from '../../http/throttle.ts';
import { activateWith } from '../user-tokens.ts';
import { ofRequest, type Context } from '../../context.ts';
import { clientIp } from '../../http/client-ip.ts';
import { compile } from '../../platform/validation.ts';
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
