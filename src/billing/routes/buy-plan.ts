import type { AppContext } from '../../http/types.ts';
import { openPortal, startCheckout } from '../buy-plan.ts';
import { ofRequest, type Context } from '../../platform/context.ts';
import { personOf } from '../../http/person.ts';
import { compile } from '../../platform/validation.ts';
import type { Operation } from '../../http/operation.ts';
import { record } from '../../http/shapes.ts';

export const startCheckoutBody = {
  type: 'object',
  properties: {
    plan: {
      type: 'string',
      minLength: 1,
      maxLength: 40,
      description: 'Name of a plan that GET /api/billing lists as purchasable',
    },
  },
  required: ['plan'],
} as const;

const page = record({ url: { type: 'string', format: 'uri', description: 'URL to open in the browser' } });

export const startCheckoutOperation = {
  id: 'startCheckout',
  method: 'post',
  path: '/billing/checkout',
  tag: 'Billing',
  access: 'caller',
  role: 'owner',
  summary: 'Buy a plan',
  description:
    'Returns the Stripe page for paying. The plan starts when Stripe confirms it, usually before the browser is back. If the organisation already pays for another plan, it returns the page of POST /api/billing/portal.',
  body: startCheckoutBody,
  answer: { status: 200, description: 'The page', schema: page },
  errors: ['billing_off', 'billing_failed'],
  example: { plan: 'team' },
  handler: startCheckoutHandler,
} as const satisfies Operation;

export const openPortalOperation = {
  id: 'openPortal',
  method: 'post',
  path: '/billing/portal',
  tag: 'Billing',
  access: 'caller',
  role: 'owner',
  summary: 'Manage the subscription',
  description: 'Returns the Stripe page for changing, paying or ending it.',
  answer: { status: 200, description: 'The page, valid for a few minutes', schema: page },
  errors: ['billing_off', 'not_subscribed', 'billing_failed'],
  handler: openPortalHandler,
} as const satisfies Operation;

const checkBody = compile(startCheckoutBody);

/** A URL of Stripe, where the person pays. */
function startCheckoutHandler(context: Context): (ctx: AppContext) => Promise<void> {
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

/** A URL of Stripe. */
function openPortalHandler(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    ctx.body = { url: await openPortal(ofRequest(context, ctx), personOf(ctx).organizationId) };
  };
}
