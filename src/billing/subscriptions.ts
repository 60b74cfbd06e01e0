/** How a subscription changes with each event, in any order of arrival. Pure: no input or output. */
import type { PlansConfig } from '../platform/plan-list.ts';
import type { BillingFact } from './read-event.ts';

/**
 * States in which the plan applies. `past_due`: Stripe is still trying to collect. The others are unpaid or
 * over.
 */
export const LIVE: readonly string[] = ['active', 'trialing', 'past_due'];

/** A subscription as stored. `plan` is null when its price belongs to no plan. */
export interface Subscription {
  readonly plan: string | null;
  readonly status: string;
  readonly periodEnd: Date | null;
  /** When the newest known change happened. */
  readonly changedAt: Date;
}

/**
 * The subscription after an event.
 *
 * @param known as stored; undefined for the first event of a subscription
 * @returns undefined when the event changes nothing: it is older, or about a subscription that is over
 */
export function follow(
  plans: PlansConfig,
  known: Subscription | undefined,
  fact: BillingFact,
): Subscription | undefined {
  if (known && fact.at < known.changedAt) return undefined;
  if (fact.kind === 'subscription') {
    const { status, periodEnd, priceId } = fact;
    const plan =
      plans.CRIER_PLANS.find(({ stripePrice }) => stripePrice !== null && stripePrice === priceId)?.name ??
      null;
    return { plan, status, periodEnd, changedAt: fact.at };
  }
  // The subscription's own events know more than its checkout, which may only come first.
  if (fact.kind === 'bought') {
    return known && LIVE.includes(known.status)
      ? undefined
      : { plan: fact.planName, status: 'active', periodEnd: null, changedAt: fact.at };
  }
  // The very first payment creates no subscription, and later ones matter only while there is one.
  return known && LIVE.includes(known.status)
    ? { ...known, status: 'past_due', changedAt: fact.at }
    : undefined;
}

/** The news for the organisation about the change, as a sentence; undefined when it is routine. */
export function newsOf(before: Subscription | undefined, after: Subscription): string | undefined {
  if (after.status === 'past_due' && before?.status !== 'past_due') {
    return 'A payment for the plan has failed. The plan stays while it is tried again; an owner can change the card under Settings > Plan';
  }
  if (before && LIVE.includes(before.status) && !LIVE.includes(after.status)) {
    return 'The subscription has ended, and the organisation has the default plan again. What is there stays; what is above that plan can no longer be added';
  }
  return undefined;
}
