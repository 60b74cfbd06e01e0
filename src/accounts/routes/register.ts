import type { AppContext } from '../../http/types.ts';
import { register } from '../register.ts';
import { openSession } from '../sign-in.ts';
import { createThrottle } from '../../http/throttle.ts';
import { ofRequest, type Context } from '../../context.ts';
import { clientIp } from '../../http/client-ip.ts';
import { compile } from '../../platform/validation.ts';
import { registerBody } from './register.schema.ts';

const checkBody = compile(registerBody);

/** POST /auth/register: signed in at once where no mail has to confirm the address. */
export function registerRoute(context: Context): (ctx: AppContext) => Promise<void> {
  const throttle = createThrottle(context);
  return async (ctx) => {
    const input = checkBody(ctx.state.body);
    const ip = clientIp(ctx, context.config);
    await throttle.register(ip);
    if (context.mail.active) await throttle.mail('registration', { email: input.email.trim(), ip });
    const made = await register(ofRequest(context, ctx), input);
    ctx.body = made
      ? { activated: true, me: await openSession(context, ctx, made) }
      : { activated: false, me: null };
    ctx.status = 201;
  };
}
