/** Counts wrong client secrets per app and IP address, in the table that every process shares. */
import { RateLimiterRes } from 'rate-limiter-flexible';
import type { Context } from '../platform/context.ts';
import { createLimiter, secondsLeft } from '../http/rate-limit-store.ts';
import { hashToken } from '../platform/secrets.ts';
import { OAuthError } from './oauth-error.ts';

const LIMIT = { name: 'oauth-client', points: 10, seconds: 900 } as const;

/** See `createFailureThrottle`. */
export interface FailureThrottle {
  /**
   * Counts a failure of `whose`.
   *
   * @throws OAuthError `temporarily_unavailable` with Retry-After after too many
   */
  count(whose: string): Promise<void>;
}

/** Ten failures in 15 minutes; the right secret is never throttled. */
export function createFailureThrottle(context: Pick<Context, 'database' | 'log'>): FailureThrottle {
  const limiter = createLimiter(context, LIMIT);
  return {
    async count(whose) {
      try {
        await limiter.consume(hashToken(whose));
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused;
        const seconds = secondsLeft(refused);
        throw new OAuthError(
          'temporarily_unavailable',
          `Too many failed attempts. Try again in ${seconds} seconds`,
          { 'Retry-After': String(seconds) },
        );
      }
    },
  };
}
