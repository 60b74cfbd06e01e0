/** Wrong client secrets are counted, for an app and an address, in the table that every process shares. */
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Context } from '../context.ts';
import { cleanWindows, storeClient } from '../middleware/rate-limit-store.ts';
import { hashToken } from '../secrets.ts';
import { OAuthError } from './oauth-error.ts';

/** Wrong secrets in a window before the answer is 429. */
export const FAILURES = 10;
const WINDOW_SECONDS = 900;

/** See `createFailureThrottle`. */
export interface FailureThrottle {
  /** Counts a failure of `whose`. @throws OAuthError `temporarily_unavailable` with Retry-After when there were too many */
  count(whose: string): Promise<void>;
}

/** Ten failures in 15 minutes; who guesses right is never asked for them. */
export function createFailureThrottle(context: Pick<Context, 'database' | 'now' | 'log'>): FailureThrottle {
  const limiter = new RateLimiterPostgres({
    storeClient: storeClient(context), storeType: 'client', tableName: 'rate_limit', tableCreated: true, clearExpiredByTimeout: false,
    keyPrefix: 'oauth-client', points: FAILURES, duration: WINDOW_SECONDS,
  });
  return {
    async count(whose) {
      try {
        const window = await limiter.consume(hashToken(whose));
        if (window.isFirstInDuration) void cleanWindows(context).catch((err: unknown) => context.log.warn({ err }, 'windows that ended were not cleaned away'));
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused;
        const seconds = Math.max(1, Math.ceil(refused.msBeforeNext / 1000));
        throw new OAuthError('temporarily_unavailable', `Too many failed attempts. Try again in ${seconds} seconds`, { 'Retry-After': String(seconds) });
      }
    },
  };
}
