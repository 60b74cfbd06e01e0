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
} as const satisfies Operation;
