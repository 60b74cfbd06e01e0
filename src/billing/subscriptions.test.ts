import { describe, expect, it } from '@jest/globals';
import { parsePlans } from '../platform/plan-list.ts';
import { readFact, type BillingEvent } from './read-event.ts';
import { follow, newsOf, type Subscription } from './subscriptions.ts';

const limits = { label: 'A plan', channels: 1, postsPerMonth: 1, members: 1, webhooks: 1 };
const plans = {
  CRIER_PLANS: parsePlans(
    JSON.stringify({
      free: limits,
      team: { ...limits, stripePrice: 'price_team' },
      big: { ...limits, stripePrice: 'price_big' },
    }),
  ),
  CRIER_DEFAULT_PLAN: undefined,
};

const subscription = (
  type: string,
  created: number,
  changes: Record<string, unknown> = {},
): BillingEvent => ({
  id: `evt_${type}_${created}`,
  type: `customer.subscription.${type}`,
  created,
  data: {
    object: {
      id: 'sub_1',
      customer: 'cus_1',
      status: 'active',
      items: { data: [{ price: { id: 'price_team' }, current_period_end: 1_900_000_000 }] },
      metadata: {},
      ...changes,
    },
  },
});
const failed = (created: number): BillingEvent => ({
  id: `evt_failed_${created}`,
  type: 'invoice.payment_failed',
  created,
  data: { object: { customer: 'cus_1', parent: { subscription_details: { subscription: 'sub_1' } } } },
});
const bought = (created: number, changes: Record<string, unknown> = {}): BillingEvent => ({
  id: `evt_bought_${created}`,
  type: 'checkout.session.completed',
  created,
  data: {
    object: {
      customer: 'cus_1',
      subscription: 'sub_1',
      payment_status: 'paid',
      metadata: { plan: 'team', userId: 'u1' },
      ...changes,
    },
  },
});

/** What is known after these events, in the order in which they came. */
function after(events: readonly BillingEvent[]): Pick<Subscription, 'plan' | 'status'> | undefined {
  let known: Subscription | undefined;
  for (const event of events) {
    const fact = readFact(event);
    known = (fact && follow(plans, known, fact)) ?? known;
  }
  return known && { plan: known.plan, status: known.status };
}

/** Every order of a few things. */
function orders<T>(things: readonly T[]): T[][] {
  return things.length < 2
    ? [[...things]]
    : things.flatMap((thing, n) => orders(things.toSpliced(n, 1)).map((rest) => [thing, ...rest]));
}

describe('a subscription', () => {
  const incomplete = subscription('created', 100, { status: 'incomplete' });

  it.each<[string, BillingEvent[], Pick<Subscription, 'plan' | 'status'>]>([
    [
      'that was bought',
      [incomplete, subscription('updated', 100), bought(100)],
      { plan: 'team', status: 'active' },
    ],
    [
      'that was changed to another plan',
      [
        subscription('created', 100),
        subscription('updated', 200, { items: { data: [{ price: 'price_big' }] } }),
      ],
      { plan: 'big', status: 'active' },
    ],
    [
      'that was ended, even within the same second',
      [subscription('created', 100), subscription('updated', 100), subscription('deleted', 100), bought(100)],
      { plan: 'team', status: 'canceled' },
    ],
    [
      'that was paid after all',
      [
        subscription('created', 100),
        subscription('updated', 200, { status: 'past_due' }),
        subscription('updated', 300),
      ],
      { plan: 'team', status: 'active' },
    ],
  ])('%s is the same in any order of its events', (_, events, expected) => {
    expect(new Set(orders(events).map((order) => JSON.stringify(after(order))))).toEqual(
      new Set([JSON.stringify(expected)]),
    );
  });

  it('whose payment failed is past due, unless it was paid since', () => {
    expect(after([subscription('created', 100), failed(200)])).toEqual({ plan: 'team', status: 'past_due' });
    expect(after([subscription('created', 100), subscription('updated', 300), failed(200)])).toEqual({
      plan: 'team',
      status: 'active',
    });
    expect(after([subscription('deleted', 100), failed(200)])).toEqual({ plan: 'team', status: 'canceled' });
    expect(after([failed(50)])).toBeUndefined();
  });

  it('takes effect once it is paid', () => {
    expect(after([bought(100, { payment_status: 'unpaid' })])).toBeUndefined();
    expect(after([bought(100, { payment_status: 'no_payment_required' })])).toEqual({
      plan: 'team',
      status: 'active',
    });
  });

  it('gives no plan for a price that no plan has', () => {
    expect(
      after([subscription('created', 100, { items: { data: [{ price: { id: 'price_other' } }] } })]),
    ).toEqual({ plan: null, status: 'active' });
  });

  it('is understood in the formats of older API versions too', () => {
    expect(
      readFact(
        subscription('created', 100, {
          items: { data: [{ price: 'price_team' }] },
          current_period_end: 1_900_000_000,
        }),
      ),
    ).toMatchObject({ priceId: 'price_team', periodEnd: new Date(1_900_000_000_000) });
    expect(
      readFact({ ...failed(100), data: { object: { customer: { id: 'cus_1' }, subscription: 'sub_1' } } }),
    ).toMatchObject({ kind: 'payment_failed', customerId: 'cus_1', subscriptionId: 'sub_1' });
  });

  it.each([
    ['another kind of event', { ...subscription('created', 1), type: 'customer.created' }],
    ['an invoice without a subscription', { ...failed(1), data: { object: { customer: 'cus_1' } } }],
    ['a purchase without a subscription', bought(1, { subscription: null })],
    ['no object at all', { ...failed(1), data: { object: null } }],
  ])('cannot be read from %s', (_, event) => {
    expect(readFact(event)).toBeUndefined();
  });

  it('notifies the organisation only when it is unpaid or over', () => {
    const known = (status: string): Subscription => ({
      plan: 'team',
      status,
      periodEnd: null,
      changedAt: new Date(0),
    });
    expect(newsOf(known('active'), known('past_due'))).toMatch(/payment for the plan has failed/);
    expect(newsOf(known('past_due'), known('canceled'))).toMatch(/subscription has ended/);
    expect([
      newsOf(undefined, known('active')),
      newsOf(known('past_due'), known('past_due')),
      newsOf(known('past_due'), known('active')),
      newsOf(known('incomplete'), known('canceled')),
    ]).toEqual([undefined, undefined, undefined, undefined]);
  });
});
