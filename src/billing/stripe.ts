/** Stripe's own client, over the instance's outbound client. */
import type { Stripe } from 'stripe';
import type { Config } from '../platform/config/config.ts';
import type { Context } from '../platform/context.ts';
import { ApiError } from '../platform/errors.ts';
import { hasPlans } from '../platform/plans.ts';

/** The parts of the context that billing uses. */
export type BillingDeps = Pick<Context, 'config' | 'database' | 'egress' | 'log' | 'publicUrl'>;

const TIMEOUT_MS = 20_000;

/** Whether plans can be bought. Needs both keys: without the signing key, payments would never be noticed. */
export function canSell(config: Config): boolean {
  return hasPlans(config) && Boolean(config.STRIPE_SECRET_KEY) && Boolean(config.STRIPE_SIGNING_KEY);
}

/**
 * The client, and the secret that verifies events. The package is loaded here because most instances sell
 * nothing.
 *
 * @throws ApiError `billing_off`
 */
export async function stripeOf({
  config,
  egress,
}: Pick<BillingDeps, 'config' | 'egress'>): Promise<{ stripe: Stripe; signingKey: string }> {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_SIGNING_KEY: signingKey, STRIPE_API_URL: apiUrl } = config;
  if (!canSell(config) || !secretKey || !signingKey) throw new ApiError('billing_off');
  const { default: StripeClient } = await import('stripe');
  const send = ((url: URL, init: Parameters<typeof egress.fetch>[1]) =>
    egress.fetch(url, init)) as unknown as typeof fetch;
  const stripe = new StripeClient(secretKey, {
    // Subject to the same guard, proxy and limits as every outbound call; a local test server needs
    // SSRF_ALLOW_CIDRS.
    httpClient: StripeClient.createFetchHttpClient(send),
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 2,
    telemetry: false,
    ...serverOf(apiUrl),
  });
  return { stripe, signingKey };
}

function serverOf(apiUrl: string | undefined): { host?: string; port?: string; protocol?: 'http' | 'https' } {
  if (!apiUrl) return {};
  const { hostname, port, protocol } = new URL(apiUrl);
  return {
    host: hostname,
    protocol: protocol === 'http:' ? 'http' : 'https',
    port: port || (protocol === 'http:' ? '80' : '443'),
  };
}

/**
 * Calls Stripe; any failure becomes one error.
 *
 * @throws ApiError `billing_failed`; its cause holds Stripe's message without headers, keys and parameters
 */
export async function askStripe<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof ApiError) throw error;
    const {
      type = 'error',
      code = '',
      statusCode = '',
      requestId = '',
      message = '',
    } = error as Partial<Record<'type' | 'code' | 'statusCode' | 'requestId' | 'message', string>>;
    // Stripe repeats part of the key in authentication errors.
    const reason = type === 'StripeAuthenticationError' ? 'the key is not accepted' : message;
    throw new ApiError('billing_failed', {
      cause: new Error(`Stripe: ${[type, code, statusCode, requestId, reason].filter(Boolean).join(' ')}`),
    });
  }
}
