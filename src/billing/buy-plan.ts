/** An owner buys a plan, or changes a subscription, on Stripe's own pages; the result arrives as events. */
import type { Stripe } from 'stripe';
import type { Statement } from '../platform/database.ts';
import { ApiError } from '../platform/errors.ts';
import type { Plan } from '../platform/plan-list.ts';
import { planPage } from '../platform/over-quota.ts';
import { hashToken } from '../platform/secrets.ts';
import { LIVE } from './subscriptions.ts';
import { askStripe, stripeOf, type BillingDeps } from './stripe.ts';
import { sentence } from '../platform/sentences.ts';

/** The organisation, and the person who asks. */
export interface Buyer {
  readonly organizationId: string;
  readonly userId: string;
  readonly email: string;
}

/**
 * Starts a checkout; an organisation that has a subscription is sent to the page that changes it.
 *
 * @returns the URL of Stripe's page, valid for a day
 * @throws ApiError `billing_off`, `invalid_request` when the plan is not for sale, `billing_failed`
 */
export async function startCheckout(deps: BillingDeps, buyer: Buyer, planName: string): Promise<string> {
  const { stripe } = await stripeOf(deps);
  const plan = planForSale(deps, planName);
  const [organization] = await deps.database.query<{ status: string | null }>(
    { name: 'billing-status', text: 'select billing_status as status from organization where id = $1' },
    [buyer.organizationId],
  );
  // A second subscription would be charged beside the first, so the existing one is changed.
  if (organization?.status && LIVE.includes(organization.status)) {
    return openPortal(deps, buyer.organizationId);
  }
  const customer = await ensureCustomer(deps, stripe, buyer);
  const metadata = { organizationId: buyer.organizationId, plan: plan.name, userId: buyer.userId };
  const page = planPage(deps);
  const session = await askStripe(() =>
    stripe.checkout.sessions.create({
      mode: 'subscription',
      customer,
      client_reference_id: buyer.organizationId,
      line_items: [{ price: plan.stripePrice, quantity: 1 }],
      metadata,
      subscription_data: { metadata },
      success_url: `${page}?checkout=done`,
      cancel_url: `${page}?checkout=cancelled`,
    }),
  );
  return urlIn(session.url);
}

/**
 * Opens Stripe's pages for changing, paying and ending a subscription.
 *
 * @returns their URL, valid for minutes
 * @throws ApiError `billing_off`, `not_subscribed`, `billing_failed`
 */
export async function openPortal(deps: BillingDeps, organizationId: string): Promise<string> {
  const { stripe } = await stripeOf(deps);
  const [organization] = await deps.database.query<{ customer: string | null }>(
    {
      name: 'billing-customer',
      text: 'select billing_customer_id as customer from organization where id = $1',
    },
    [organizationId],
  );
  const customer = organization?.customer;
  if (!customer) throw new ApiError('not_subscribed');
  const session = await askStripe(() =>
    stripe.billingPortal.sessions.create({ customer, return_url: planPage(deps) }),
  );
  return urlIn(session.url);
}

function planForSale({ config }: BillingDeps, name: string): Plan & { readonly stripePrice: string } {
  const sold = config.CRIER_PLANS.flatMap((plan) =>
    plan.stripePrice === null ? [] : [{ ...plan, stripePrice: plan.stripePrice }],
  );
  const plan = sold.find((one) => one.name === name);
  if (!plan) {
    throw new ApiError('invalid_request', {
      issues: [
        {
          path: 'plan',
          ...(sold.length
            ? sentence('not_one_of', { values: sold.map((one) => one.name) })
            : sentence('nothing_for_sale')),
        },
      ],
    });
  }
  return plan;
}

const FIND_CUSTOMER: Statement = {
  name: 'billing-find-customer',
  text: 'select billing_customer_id as customer, name from organization where id = $1',
};
// The first customer id to be stored wins.
const KEEP_CUSTOMER: Statement = {
  name: 'billing-keep-customer',
  text: 'update organization set billing_customer_id = coalesce(billing_customer_id, $2) where id = $1 returning billing_customer_id as customer',
};

/**
 * The organisation's Stripe customer, the same for any number of concurrent calls. No database connection is
 * held while Stripe is asked: a few owners clicking often would exhaust the pool. The idempotency key keeps
 * Stripe from creating a second customer.
 */
async function ensureCustomer(
  { database }: BillingDeps,
  stripe: Stripe,
  { organizationId, email }: Buyer,
): Promise<string> {
  const [known] = await database.query<{ customer: string | null; name: string }>(FIND_CUSTOMER, [
    organizationId,
  ]);
  if (!known) throw new ApiError('organization_not_found');
  if (known.customer) return known.customer;
  const { name } = known;
  const idempotencyKey = `crier-customer-${organizationId}-${hashToken(`${email} ${name}`).slice(0, 16)}`;
  const made = await askStripe(() =>
    stripe.customers.create({ email, name, metadata: { organizationId } }, { idempotencyKey }),
  );
  if (typeof made.id !== 'string') {
    throw new ApiError('billing_failed', { cause: new Error('Stripe answered without a customer') });
  }
  const [kept] = await database.query<{ customer: string }>(KEEP_CUSTOMER, [organizationId, made.id]);
  if (!kept) throw new ApiError('organization_not_found');
  return kept.customer;
}

function urlIn(url: string | null): string {
  if (typeof url !== 'string' || !URL.canParse(url)) {
    throw new ApiError('billing_failed', { cause: new Error('Stripe answered without a URL') });
  }
  return new URL(url).href;
}
