/** Errors of plans and of their payment. */
import type { ErrorKind } from './error-kind.ts';

/** Codes of plans, quotas and subscriptions. */
export const billingErrors = {
  quota_exceeded: {
    status: 402,
    message: 'The plan does not allow more',
    when: 'The organisation has used up its posts this month, its channels, members, webhooks or room for files. `quota` has the limit, the use, and the page where an owner changes the plan. Nothing was stored.',
  },
  billing_off: {
    status: 409,
    message: 'Plans are not for sale on this instance',
    when: 'No plans are defined (CRIER_PLANS), or no payment service (STRIPE_SECRET_KEY and STRIPE_SIGNING_KEY).',
  },
  subscription_runs: {
    status: 409,
    message: 'The organisation still has a subscription. End it first',
    when: 'An organisation with a running subscription cannot be deleted; nothing was. POST /api/billing/portal opens the page to end it.',
  },
  not_subscribed: {
    status: 409,
    message: 'The organisation has no subscription',
    when: 'The payment service does not know the organisation. Buy a plan with POST /api/billing/checkout.',
  },
  invalid_signature: {
    status: 400,
    message: 'The signature is not valid',
    when: 'The signature of an event from the payment service is missing, wrong or more than 5 minutes old. Compare STRIPE_SIGNING_KEY with the signing secret of the endpoint, and check the clock of this machine.',
  },
  billing_failed: {
    status: 502,
    message: 'The payment service could not complete the request. Try again later',
    when: 'Stripe could not be reached or refused. Nothing was bought; the log has the reason.',
  },
} as const satisfies Record<string, ErrorKind>;
