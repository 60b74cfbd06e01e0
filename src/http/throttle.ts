/**
 * Limits on attempts to get into accounts: counted in the table `rate_limit`, by the database's clock, for
 * all processes together.
 */
import { RateLimiterRes } from 'rate-limiter-flexible';
import type { Context } from '../platform/context.ts';
import type { Statement } from '../platform/database.ts';
import { ApiError } from '../platform/errors.ts';
import { networkOf } from './client-ip.ts';
import { createLimiter, secondsLeft, type Limit, type Limiter } from './rate-limit-store.ts';
import { hashToken } from '../platform/secrets.ts';
import { sentence } from '../platform/sentences.ts';

type ThrottleDeps = Pick<Context, 'database' | 'log'>;

/** All the limits. Those of an email address alone are high: they stop a guess from many places at once. */
const LIMITS = {
  signInPair: { name: 'sign-in-pair', points: 10, seconds: 900 },
  signInPlace: { name: 'sign-in-place', points: 100, seconds: 3600 },
  signInAddress: { name: 'sign-in-address', points: 50, seconds: 3600 },
  mailAddress: { name: 'mail-address', points: 3, seconds: 3600 },
  mailPlace: { name: 'mail-place', points: 20, seconds: 3600 },
  invitePerson: { name: 'invite-person', points: 50, seconds: 3600 },
  registerPlace: { name: 'register-place', points: 20, seconds: 3600 },
  password: { name: 'password', points: 10, seconds: 900 },
} as const satisfies Record<string, Limit>;

/** The places from which a person signed in are remembered for 90 days. */
const KNOW: Statement = {
  name: 'throttle-know',
  text: `insert into rate_limit (key, points, expire) values ($1, 1, (extract(epoch from clock_timestamp()) + 7776000) * 1000)
    on conflict (key) do update set expire = excluded.expire`,
};
const IS_KNOWN: Statement = {
  name: 'throttle-is-known',
  text: 'select 1 from rate_limit where key = $1 and expire > extract(epoch from clock_timestamp()) * 1000',
};
const CLEAR: Statement = { name: 'throttle-clear', text: 'delete from rate_limit where key = any($1)' };

/** A visitor without a session: the email address that they name, and the IP address that they come from. */
export interface Visitor {
  readonly email: string;
  readonly ip: string;
}

/** See `createThrottle`. */
export interface Throttle {
  /**
   * Before a password is looked at. Call the result when it was right. @throws ApiError `too_many_attempts`
   */
  signIn(visitor: Visitor): Promise<() => Promise<void>>;
  /**
   * Counts a mail before it is sent to an email address that a visitor typed. Each kind counts separately:
   * nobody can use up another person's way back in by signing up with their address. @throws ApiError
   * `too_many_attempts`
   */
  mail(kind: 'registration' | 'activation' | 'reset', visitor: Visitor): Promise<void>;
  /** Before an invitation is mailed. @throws ApiError `too_many_attempts` */
  invitation(by: { readonly userId: string; readonly email: string }): Promise<void>;
  /** Before an account is made. @throws ApiError `too_many_attempts` */
  register(ip: string): Promise<void>;
  /**
   * Counts an attempt before the current password of a signed-in person is checked. Call the result when it
   * was right.
   * @throws ApiError `too_many_attempts`
   */
  password(userId: string): Promise<() => Promise<void>>;
  /** A person has a new password: what others have tried before does not hold them up. */
  forget(visitor: Visitor): Promise<void>;
}

/**
 * Creates the throttle. Attempts are counted before they are decided, so that many at once are not more than
 * one after another; a right one gives its count back.
 *
 * Signing in is counted for the email address from this place, for the place, and for the email address from
 * anywhere. From a place where the person has signed in before only the first counts: guessing elsewhere,
 * however often, does not keep the owner out. Places are IPv4 addresses and IPv6 networks. Rows name neither
 * email addresses nor places, only their hashes, and they are the same for email addresses without an
 * account.
 */
export function createThrottle(context: ThrottleDeps): Throttle {
  const limiters = Object.fromEntries(
    Object.entries(LIMITS).map(([key, limit]) => [key, createLimiter(context, limit)]),
  ) as Record<keyof typeof LIMITS, Limiter>;

  const take = async (limit: keyof typeof LIMITS, key: string): Promise<void> => {
    await limiters[limit].consume(key).catch((refused: unknown) => {
      throw refused instanceof RateLimiterRes ? tooManyAttempts(refused) : refused;
    });
  };
  const clear = (...keys: string[]): Promise<unknown> => context.database.query(CLEAR, [keys]);

  return {
    async signIn(visitor) {
      const { pair, place, address } = keysOf(visitor);
      await take('signInPair', pair);
      const known = `sign-in-known:${pair}`;
      const isKnown = (await context.database.query(IS_KNOWN, [known])).length > 0;
      if (!isKnown) {
        await take('signInPlace', place);
        await take('signInAddress', address);
      }
      return async () => {
        await Promise.all([
          clear(`${LIMITS.signInPair.name}:${pair}`),
          context.database.query(KNOW, [known]),
          ...(isKnown ? [] : [limiters.signInPlace.reward(place), limiters.signInAddress.reward(address)]),
        ]);
      };
    },
    async mail(kind, { email, ip }) {
      await take('mailPlace', hashToken(networkOf(ip)));
      await take('mailAddress', mailKey(kind, email));
    },
    async invitation({ userId, email }) {
      await take('invitePerson', hashToken(userId));
      await take('mailAddress', mailKey('invitation', email));
    },
    register: (ip) => take('registerPlace', hashToken(networkOf(ip))),
    async password(userId) {
      await take('password', hashToken(userId));
      return async () => void (await clear(`${LIMITS.password.name}:${hashToken(userId)}`));
    },
    async forget(visitor) {
      const { pair, address } = keysOf(visitor);
      await clear(`${LIMITS.signInPair.name}:${pair}`, `${LIMITS.signInAddress.name}:${address}`);
    },
  };
}

const mailKey = (kind: string, email: string): string => hashToken(`${kind} ${email.toLowerCase()}`);

function keysOf({ email, ip }: Visitor): { pair: string; place: string; address: string } {
  const [address, place] = [email.toLowerCase(), networkOf(ip)];
  return { pair: hashToken(`${address} ${place}`), place: hashToken(place), address: hashToken(address) };
}

/** The refusal until the window ends. */
export function tooManyAttempts(window: RateLimiterRes): ApiError {
  const seconds = secondsLeft(window);
  return new ApiError('too_many_attempts', {
    ...(seconds < 120
      ? sentence('try_again_in_seconds', { seconds })
      : sentence('try_again_in_minutes', { minutes: Math.ceil(seconds / 60) })),
    headers: { 'retry-after': String(seconds) },
  });
}
