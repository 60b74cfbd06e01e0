/**
 * What a subscription becomes by what Stripe says of it, in whichever order that arrives. No input or output
 * here.
 */
import type { PlansConfig } from '../platform/plan-list.ts';
import type { BillingFact } from './read-event.ts';

/**
 * States in which the plan is given. `past_due`: Stripe still tries to be paid. The others are not paid for,
 * or over.
 */
export const LIVE: readonly string[] = ['active', 'trialing', 'past_due'];

/** A subscription as it is kept. `plan` null = its price belongs to no plan. */
export interface Subscription {
  readonly plan: string | null;
  readonly status: string;
  readonly periodEnd: Date | null;
  /** When the newest thing happened that is known of it. */
  readonly changedAt: Date;
}

/**
 * The subscription after a fact.
 *
 * @param known as it is kept; undefined = nothing was heard of it yet
 * @returns undefined when the fact changes nothing: an older one, or one about something that is over
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
  // The subscription's own events know more than the page where it was bought; that one only may be here
  // first.
  if (fact.kind === 'bought') {
    return known && LIVE.includes(known.status)
      ? undefined
      : { plan: fact.planName, status: 'active', periodEnd: null, changedAt: fact.at };
  }
  // The first payment of all makes no subscription, and later ones are of interest while there is one.
  return known && LIVE.includes(known.status)
    ? { ...known, status: 'past_due', changedAt: fact.at }
    : undefined;
}

/** What the organisation should hear of the change, as a sentence; undefined when it went as it should. */
export function newsOf(before: Subscription | undefined, after: Subscription): string | undefined {
  if (after.status === 'past_due' && before?.status !== 'past_due') {
    return 'A payment for the plan has failed. The plan stays while it is tried again; an owner can change the card under Settings > Plan';
  }
  if (before && LIVE.includes(before.status) && !LIVE.includes(after.status)) {
    return 'The subscription has ended, and the organisation has the default plan again. What is there stays; what is above that plan can no longer be added';
  }
  return undefined;
}
