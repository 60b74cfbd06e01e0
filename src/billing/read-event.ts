/**
 * Reads the subscription in a Stripe event. Events have the shape of the API version of their endpoint, so a
 * field that a version has moved is read in both places (basil, 2025-03-31: `current_period_end` moved from
 * the subscription to its items, the subscription of an invoice to `parent.subscription_details`).
 */

/** A relevant event. `at`: Stripe's time in whole seconds; the milliseconds order events within a second. */
export type BillingFact = {
  readonly customerId: string;
  readonly subscriptionId: string;
  readonly at: Date;
} & (
  | {
      readonly kind: 'subscription';
      readonly status: string;
      readonly priceId: string | null;
      readonly periodEnd: Date | null;
      readonly boughtBy: string | null;
    }
  | { readonly kind: 'bought'; readonly planName: string | null; readonly boughtBy: string | null }
  | { readonly kind: 'payment_failed' }
);

/**
 * The event types that are read, in their order within a second: the end of a subscription is never undone by
 * its start.
 */
const ORDER: Readonly<Record<string, number>> = {
  'customer.subscription.created': 0,
  'checkout.session.completed': 1,
  'invoice.payment_failed': 2,
  'customer.subscription.updated': 3,
  'customer.subscription.deleted': 4,
};

/** An event with a valid signature. */
export interface BillingEvent {
  readonly id: string;
  readonly type: string;
  /** Seconds since 1970. */
  readonly created: number;
  readonly data: { readonly object: unknown };
}

/** Undefined for an irrelevant event type, and for anything but a subscription. */
export function readFact({ type, created, data }: BillingEvent): BillingFact | undefined {
  const order = ORDER[type];
  const customerId = idIn(at(data.object, 'customer'));
  if (order === undefined || !customerId) return undefined;
  const common = { customerId, at: new Date(created * 1000 + order) };
  if (type.startsWith('customer.subscription.')) {
    return { ...common, ...readSubscription(data.object, type.endsWith('.deleted')) };
  }
  if (type === 'invoice.payment_failed') {
    const subscriptionId =
      idIn(at(data.object, 'parent', 'subscription_details', 'subscription')) ??
      idIn(at(data.object, 'subscription'));
    return subscriptionId ? { ...common, kind: 'payment_failed', subscriptionId } : undefined;
  }
  const subscriptionId = idIn(at(data.object, 'subscription'));
  const paid = ['paid', 'no_payment_required'].includes(textIn(at(data.object, 'payment_status')) ?? '');
  if (!subscriptionId || !paid) return undefined;
  return {
    ...common,
    kind: 'bought',
    subscriptionId,
    planName: textIn(at(data.object, 'metadata', 'plan')),
    boughtBy: textIn(at(data.object, 'metadata', 'userId')),
  };
}

function readSubscription(object: unknown, ended: boolean) {
  const seconds = at(object, 'items', 'data', 0, 'current_period_end') ?? at(object, 'current_period_end');
  return {
    kind: 'subscription',
    subscriptionId: textIn(at(object, 'id')) ?? '',
    status: ended ? 'canceled' : (textIn(at(object, 'status')) ?? 'unknown'),
    priceId: idIn(at(object, 'items', 'data', 0, 'price')),
    periodEnd: typeof seconds === 'number' ? new Date(seconds * 1000) : null,
    boughtBy: textIn(at(object, 'metadata', 'userId')),
  } as const;
}

/** The value at a path of an untyped object; undefined when there is none. */
function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (inner, key) =>
      inner !== null && typeof inner === 'object'
        ? (inner as Record<string | number, unknown>)[key]
        : undefined,
    value,
  );
}

const textIn = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
/** A reference is an id, or the object with its id. */
const idIn = (value: unknown): string | null => textIn(value) ?? textIn(at(value, 'id'));
