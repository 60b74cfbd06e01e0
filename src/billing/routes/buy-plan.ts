import type { AppContext } from '../../http/types.ts';
import { openPortal, startCheckout } from '../buy-plan.ts';
import { ofRequest, type Context } from '../../context.ts';
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

const page = record({ url: { type: 'string', format: 'uri', description: 'Where the browser goes next' } });

export const startCheckoutOperation = {
  id: 'startCheckout',
  method: 'post',
  path: '/billing/checkout',
  tag: 'Billing',
  access: 'caller',
  role: 'owner',
  summary: 'Buy a plan',
  description:
    'Answers the page of Stripe where it is paid. The plan is in force when Stripe says so, usually before the browser is back. Where another plan is paid for already, the page is the one of POST /api/billing/portal.',
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
  summary: 'Change, pay or end what was bought',
  description: 'Answers the page of Stripe where that is done.',
  answer: { status: 200, description: 'The page, good for some minutes', schema: page },
  errors: ['billing_off', 'not_subscribed', 'billing_failed'],
  handler: openPortalHandler,
} as const satisfies Operation;

const checkBody = compile(startCheckoutBody);

/** An address of Stripe, where the person pays. */
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

/** An address of Stripe. */
function openPortalHandler(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    ctx.body = { url: await openPortal(ofRequest(context, ctx), personOf(ctx).organizationId) };
  };
}
