/** Tokens of links in emails: each works once, for a limited time. Only its SHA-256 is stored. */
import { v7 as uuidv7 } from 'uuid';
import type { Context } from '../platform/context.ts';
import { queryInside, type Statement } from '../platform/database.ts';
import { ApiError } from '../platform/errors.ts';
import { hashToken, randomAlphanumeric } from '../platform/secrets.ts';
import { endOtherSessions } from '../http/sessions.ts';

type TokenDeps = Pick<Context, 'database'>;

/** The purpose of a link, and how long it is valid (a PostgreSQL interval). */
const LIFETIMES = { activation: '3 days', reset: '1 hour' } as const;
/** Letters and digits: 256 random bits. */
const LENGTH = 43;

const ISSUE: Statement = {
  name: 'user-token-issue',
  text: 'insert into user_token (id, user_id, kind, token_hash, password_hash, expires_at) values ($1, $2, $3, $4, $5, now() + $6::interval)',
};
// Using one link invalidates the person's other links of the same kind.
const ACTIVATE: Statement = {
  name: 'user-token-activate',
  text: `with used as (update user_token set used_at = now() where token_hash = $1 and kind = 'activation' and used_at is null and expires_at > now() returning id, user_id, password_hash),
    others as (update user_token t set used_at = now() from used where t.user_id = used.user_id and t.kind = 'activation' and t.used_at is null and t.id <> used.id)
    update user_account u set activated_at = now(), password_hash = coalesce(used.password_hash, u.password_hash) from used
      where u.id = used.user_id and u.activated_at is null and u.disabled_at is null returning u.id`,
};
// Each link has the password of the sign-up that asked for it; one that was sent again has the account's own.
const FIND_ACTIVATION: Statement = {
  name: 'user-token-find-activation',
  text: `select u.email, coalesce(t.password_hash, u.password_hash) as "passwordHash" from user_token t
    join user_account u on u.id = t.user_id and u.activated_at is null and u.disabled_at is null
    where t.token_hash = $1 and t.kind = 'activation' and t.used_at is null and t.expires_at > now()`,
};
const LOOK: Statement = {
  name: 'user-token-look',
  text: `select u.email from user_token t join user_account u on u.id = t.user_id and u.disabled_at is null where t.token_hash = $1 and t.kind = 'reset' and t.used_at is null and t.expires_at > now()`,
};
// The person who received the email owns the address, so it counts as confirmed.
const RESET: Statement = {
  name: 'user-token-reset',
  text: `with used as (update user_token set used_at = now() where token_hash = $1 and kind = 'reset' and used_at is null and expires_at > now() returning id, user_id),
    others as (update user_token t set used_at = now() from used where t.user_id = used.user_id and t.used_at is null and t.id <> used.id)
    update user_account u set password_hash = $2, activated_at = coalesce(activated_at, now()) from used where u.id = used.user_id and u.disabled_at is null returning u.id`,
};

/**
 * Creates the token of a link. `passwordHash`: the password set by activating with this link. `id` names the
 * row and is not secret.
 */
export async function issueUserToken(
  { database }: TokenDeps,
  input: { userId: string; kind: keyof typeof LIFETIMES; passwordHash?: string },
): Promise<{ id: string; token: string }> {
  const [id, token] = [uuidv7(), randomAlphanumeric(LENGTH)];
  await database.query(ISSUE, [
    id,
    input.userId,
    input.kind,
    hashToken(token),
    input.passwordHash ?? null,
    LIFETIMES[input.kind],
  ]);
  return { id, token };
}

/**
 * The person whose email address a link confirms, and the hash of the password that was chosen when signing
 * up for this link.
 *
 * @throws ApiError `invalid_link`
 */
export async function findActivation(
  { database }: TokenDeps,
  token: string,
): Promise<{ email: string; passwordHash: string | null }> {
  const [found] = await database.query<{ email: string; passwordHash: string | null }>(FIND_ACTIVATION, [
    hashToken(token),
  ]);
  if (!found) throw new ApiError('invalid_link');
  return found;
}

/**
 * Confirms an email address, once the password was checked.
 *
 * @returns its owner
 * @throws ApiError `invalid_link`
 */
export async function activateWith({ database }: TokenDeps, token: string): Promise<string> {
  const [user] = await database.query<{ id: string }>(ACTIVATE, [hashToken(token)]);
  if (!user) throw new ApiError('invalid_link');
  return user.id;
}

/**
 * The person whose password a link may reset.
 *
 * @throws ApiError `invalid_link`
 */
export async function emailOfReset({ database }: TokenDeps, token: string): Promise<string> {
  const [user] = await database.query<{ email: string }>(LOOK, [hashToken(token)]);
  if (!user) throw new ApiError('invalid_link');
  return user.email;
}

/**
 * Sets the password and ends every session of the person; of two concurrent calls one succeeds.
 *
 * @throws ApiError `invalid_link`
 */
export async function resetWith({ database }: TokenDeps, token: string, passwordHash: string): Promise<void> {
  await database.fork().transactional(async (tx) => {
    const [user] = await queryInside<{ id: string }>(tx, RESET, [hashToken(token), passwordHash]);
    if (!user) throw new ApiError('invalid_link');
    await endOtherSessions(tx, user.id, null);
  });
}

/** The URL of a link in an email. */
export const linkOf = (
  { publicUrl }: Pick<Context, 'publicUrl'>,
  page: 'activate' | 'reset',
  token: string,
): string => `${publicUrl}/${page}#token=${token}`;
