import type { AppContext } from '../../http/types.ts';
import { applyEvent } from '../apply-event.ts';
import { stripeOf } from '../stripe.ts';
import { ofRequest, type Context } from '../../platform/context.ts';
import { ApiError } from '../../platform/errors.ts';
import { sentence } from '../../platform/sentences.ts';

/** A recorded event is of no use to an attacker after that. */
const TOLERANCE_SECONDS = 300;

/**
 * POST /api/billing/webhook: an event of Stripe. The signature over the body as it came is the only proof, so
 * nothing in the body is trusted before it. 200 = recorded permanently; at any other status, and Stripe sends
 * it again for three days.
 */
export function stripeWebhookRoute(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const { stripe, signingKey } = await stripeOf(context);
    const signature = ctx.get('stripe-signature');
    if (!signature) throw new ApiError('invalid_signature', sentence('stripe_signature_missing'));
    const event = verified(() =>
      stripe.webhooks.constructEvent(ctx.state.rawBody, signature, signingKey, TOLERANCE_SECONDS),
    );
    const outcome = await applyEvent(ofRequest(context, ctx), event);
    ctx.state.log.info({ event: event.id, type: event.type, outcome }, 'event of Stripe');
    ctx.body = { received: true };
  };
}

function verified<T>(construct: () => T): T {
  try {
    return construct();
  } catch (error) {
    if ((error as { type?: string }).type === 'StripeSignatureVerificationError') {
      throw new ApiError('invalid_signature');
    }
    throw error;
  }
}
