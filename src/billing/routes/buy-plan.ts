import type { AppContext } from '../../http/types.ts';
import { openPortal, startCheckout } from '../buy-plan.ts';
import { ofRequest, type Context } from '../../context.ts';
import { personOf } from '../../http/person.ts';
import { compile } from '../../platform/validation.ts';
import { startCheckoutBody } from './buy-plan.schema.ts';

const checkBody = compile(startCheckoutBody);

/** POST /billing/checkout: an address of Stripe, where the person pays. */
export function startCheckoutRoute(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const { organizationId, userId, session } = personOf(ctx);
    const { plan } = checkBody(ctx.state.body);
    ctx.body = {
      url: await startCheckout(
        ofRequest(context, ctx),
        { organizationId, userId, email: session.email },
        plan,
      ),
    };
  };
}

/** POST /billing/portal: an address of Stripe. */
export function openPortalRoute(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    ctx.body = { url: await openPortal(ofRequest(context, ctx), personOf(ctx).organizationId) };
  };
}
