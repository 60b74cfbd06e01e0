/** Signing in, and the session it creates. */
import type { AppContext } from '../http/types.ts';
import type { Context } from '../platform/context.ts';
import type { Statement } from '../platform/database.ts';
import { ApiError } from '../platform/errors.ts';
import { WAS_COPIED } from '../platform/published-elsewhere.ts';
import { clientIp } from '../http/client-ip.ts';
import { readSessionToken, writeSessionCookie } from '../http/session-cookie.ts';
import { hashPassword, isBcrypt, isPassword } from './passwords.ts';
import { presentMe, type Me } from './present-me.ts';
import { beginSession, endSession, findSession, type SessionStart } from '../http/sessions.ts';

interface Found {
  id: string | null;
  passwordHash: string | null;
  activated: boolean;
  disabled: boolean;
  mayHaveBcrypt: boolean;
}

const FIND: Statement = {
  name: 'sign-in-find',
  text: `select u.id, u.password_hash as "passwordHash", u.activated_at is not null as activated,
      u.disabled_at is not null as disabled, v."mayHaveBcrypt"
    from (select ${WAS_COPIED} as "mayHaveBcrypt") v
    left join user_account u on lower(u.email) = lower($1)`,
};

// Unless the password was changed meanwhile.
const REHASH: Statement = {
  name: 'sign-in-rehash',
  text: 'update user_account set password_hash = $3 where id = $1 and password_hash = $2 returning id',
};

/**
 * Finds the person for an email address and a password. An unknown email address, a wrong password and a
 * disabled account cannot be distinguished by text or timing: each costs one lookup and one hash. Only the
 * right password reveals that an email address is unconfirmed.
 *
 * @returns the person, and the stored hash that matched, for the new session
 * @throws ApiError `invalid_credentials`, `not_activated`
 */
export async function checkCredentials(
  { database }: Pick<Context, 'database'>,
  credentials: { email: string; password: string },
  check: typeof isPassword = isPassword,
): Promise<{ userId: string; passwordHash: string | null }> {
  const [found] = await database.query<Found>(FIND, [credentials.email]);
  const matches = await check(found?.passwordHash, credentials.password, undefined, found?.mayHaveBcrypt);
  if (!found?.id || !matches || found.disabled) throw new ApiError('invalid_credentials');
  if (!found.activated) throw new ApiError('not_activated');
  const { id: userId, passwordHash } = found;
  if (!isBcrypt(passwordHash)) return { userId, passwordHash };
  const better = await hashPassword(credentials.password);
  const replaced = await database.query(REHASH, [userId, passwordHash, better]);
  return { userId, passwordHash: replaced.length ? better : passwordHash };
}

/** Gives the browser a new session, ends the one it came with, and answers with the signed-in person. */
export async function openSession(
  context: Context,
  ctx: AppContext,
  start: Pick<SessionStart, 'userId' | 'organizationId' | 'passwordHash'>,
): Promise<Me> {
  const token = readSessionToken(context, ctx);
  const earlier = token ? await findSession(context, token) : undefined;
  const session = await beginSession(context, {
    ...start,
    ip: clientIp(ctx, context.config),
    userAgent: ctx.get('user-agent'),
  });
  if (earlier) await endSession(context, earlier.caller.session.id);
  writeSessionCookie(context, ctx, session.token);
  ctx.set('Cache-Control', 'no-store');
  return presentMe(context, { userId: start.userId, session });
}
