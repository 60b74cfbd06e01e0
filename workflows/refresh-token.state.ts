/** When to renew credentials. No wiring, no clock. */
import type { CredentialsState, KnownExpiry } from '../temporal/contract/refresh-token.ts';

const MINUTE = 60_000;
/**
 * The shortest wait between two renewals. A post that needs its credentials sooner renews them itself.
 */
const SPACING_MS = 5 * MINUTE;
const MARGIN_MS = 10 * MINUTE;

type LiveCredentials = Extract<CredentialsState, { status: 'live' }>;

/** Keeps the lifetime of an expiry seen before; a new expiry's lifetime is what is left of it. */
export function noticeExpiry(
  known: KnownExpiry | undefined,
  { expiresMs, expiresInMs }: LiveCredentials,
): KnownExpiry {
  return known?.expiresMs === expiresMs ? known : { expiresMs, lifeMs: Math.max(0, expiresInMs) };
}

/**
 * The wait before a renewal: until a tenth of their life (10 minutes at least, half of it at most) is left,
 * and up to half as much earlier, a share that is the channel's own, so that channels connected together are
 * not renewed together. In milliseconds.
 *
 * @param share 0 to 1
 */
export function waitBeforeRefresh(
  { expiresInMs }: Pick<LiveCredentials, 'expiresInMs'>,
  lifeMs: number,
  share: number,
): number {
  const margin = Math.min(Math.max(MARGIN_MS, lifeMs / 10), lifeMs / 2);
  return Math.round(Math.max(expiresInMs - margin * (1 + share / 2), SPACING_MS * (1 + share)));
}

/**
 * A channel's share: the last digits of its id, which are random in every version of UUID that Crier makes.
 */
export function shareOf(integrationId: string): number {
  const digits = Number.parseInt(integrationId.slice(-8), 16);
  return Number.isNaN(digits) ? 0 : digits / 2 ** 32;
}
