/**
 * What an event of Stripe says about a subscription. Events come in the shape of the version that their
 * endpoint is set to, so both places are read where a version has moved a field (`current_period_end`: basil,
 * 2025-03-31, from the subscription to its items; the subscription of an invoice: basil, to
 * `parent.subscription_details`).
 */

/**
 * One that counts. `at`: Stripe's time, whole seconds, with the order of the kinds within a second as
 * milliseconds.
 */
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
 * The kinds that are read, and their order within one second: the end of a subscription is never undone by
 * its beginning.
 */
const ORDER: Readonly<Record<string, number>> = {
  'customer.subscription.created': 0,
  'checkout.session.completed': 1,
  'invoice.payment_failed': 2,
  'customer.subscription.updated': 3,
  'customer.subscription.deleted': 4,
};

/** An event whose signature was found good. */
export interface BillingEvent {
  readonly id: string;
  readonly type: string;
  /** Seconds since 1970. */
  readonly created: number;
  readonly data: { readonly object: unknown };
}

/** Undefined for a kind that means nothing here, and for what is no subscription. */
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

/** The value at a path of an object that nobody has described; undefined where there is none. */
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
