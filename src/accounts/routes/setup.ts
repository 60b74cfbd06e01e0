import type { AppContext } from '../../http/types.ts';
import { featuresOf } from '../present-me.ts';
import { readSetup, setUp } from '../register.ts';
import { openSession } from '../sign-in.ts';
import { createThrottle } from '../../http/throttle.ts';
import type { Context } from '../../context.ts';
import { clientIp } from '../../http/client-ip.ts';
import { compile } from '../../platform/validation.ts';
import { setUpBody } from './setup.schema.ts';

const checkBody = compile(setUpBody);

/** GET /auth/setup: open, as there is nobody yet who could sign in. */
export function getSetupRoute(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const { registration, mail } = featuresOf(context);
    ctx.set('Cache-Control', 'no-store');
    ctx.body = { ...(await readSetup(context)), registration, mail };
  };
}

/** POST /auth/setup: once in the life of an instance. */
export function setUpRoute(context: Context): (ctx: AppContext) => Promise<void> {
  const throttle = createThrottle(context);
  return async (ctx) => {
    const input = checkBody(ctx.state.body);
    await throttle.register(clientIp(ctx, context.config));
    ctx.body = await openSession(context, ctx, await setUp(context, input));
    ctx.status = 201;
  };
}
