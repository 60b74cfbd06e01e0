/** Browser sessions: a signed cookie names a row, and the row is read at every request. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { SignJWT, errors, jwtVerify } from 'jose';
import { v7 as uuidv7 } from 'uuid';
import type { Person } from './types.ts';
import type { Context } from '../platform/context.ts';
import { queryInside, type EntityManager, type Statement } from '../platform/database.ts';
import { ApiError } from '../platform/errors.ts';
import { publisherOf } from '../platform/published-elsewhere.ts';

/** What sessions need of the context. */
export type SessionDeps = Pick<Context, 'database' | 'sessionSecret'>;

/** A new session. `token` is the value of the cookie; `csrfToken` that of the header `X-CSRF-Token`. */
export interface BegunSession {
  readonly id: string;
  readonly token: string;
  readonly csrfToken: string;
}

const DAYS = 30;
/** Seconds that a browser keeps the cookie; the row decides. */
export const SESSION_SECONDS = DAYS * 24 * 3600;

// Locks the person's row first: waits for a password that is being changed, after which the old one starts no
// session.
const BEGIN: Statement = {
  name: 'session-begin',
  text: `with signed as (update user_account set last_sign_in_at = now() where id = $2 and disabled_at is null and ($6::text is null or password_hash = $6) returning id)
    insert into session (id, user_id, organization_id, ip, user_agent, expires_at)
      select $1, id, coalesce($3, (select organization_id from membership where user_id = $2 order by created_at limit 1)), $4, left($5, 300), now() + interval '${DAYS} days' from signed returning id`,
};
// One round trip: reads session, person and role as they are now, and extends the session at most once in ten
// minutes.
const FIND: Statement = {
  name: 'session-find',
  text: `with found as (
      select s.id, s.user_id, s.organization_id, s.last_seen_at, u.email, u.operator, m.role from session s
        join user_account u on u.id = s.user_id and u.disabled_at is null and u.activated_at is not null
        left join membership m on m.user_id = s.user_id and m.organization_id = s.organization_id
      where s.id = $1 and s.expires_at > now()),
    seen as (update session set last_seen_at = now(), expires_at = now() + interval '${DAYS} days' from found f where session.id = f.id and f.last_seen_at < now() - interval '10 minutes')
    select id, user_id as "userId", case when role is not null then organization_id end as "organizationId", role, email, operator,
      ${publisherOf('found.organization_id')} as publisher,
      (select moved_at is not null from organization o where o.id = found.organization_id) as moved
    from found`,
};
const END: Statement = { name: 'session-end', text: 'delete from session where id = $1' };
const END_OTHERS: Statement = {
  name: 'session-end-others',
  text: 'delete from session where user_id = $1 and id is distinct from $2',
};
const SWITCH: Statement = {
  name: 'session-switch',
  text: 'update session set organization_id = $2 where id = $1 and exists (select 1 from membership where user_id = session.user_id and organization_id = $2) returning id',
};

/**
 * Whose session starts, and where. `organizationId` null = the person's first organisation. `passwordHash` =
 * the hash that was checked: it must still be theirs.
 */
export interface SessionStart {
  readonly userId: string;
  readonly organizationId?: string | null;
  readonly passwordHash?: string | null;
  readonly ip?: string;
  readonly userAgent?: string;
}

/**
 * Starts a session; always a new one, so that nobody can have planted it.
 *
 * @throws ApiError `invalid_credentials` when the password has changed meanwhile, or the person is disabled
 */
export async function beginSession(deps: SessionDeps, start: SessionStart): Promise<BegunSession> {
  const id = uuidv7();
  const begun = await deps.database.query(BEGIN, [
    id,
    start.userId,
    start.organizationId ?? null,
    start.ip ?? null,
    start.userAgent ?? '',
    start.passwordHash ?? null,
  ]);
  if (!begun.length) throw new ApiError('invalid_credentials');
  // The claims name the row and nothing else: roles and memberships are never taken from a token.
  const token = await new SignJWT({ sid: id })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuedAt()
    .sign(secretOf(deps));
  return { id, token, csrfToken: csrfTokenOf(deps, id) };
}

/**
 * The session that a cookie names. Undefined when the signature is wrong, the session has ended, or the
 * person is disabled. `caller` is undefined for a person without an organisation; `person` is always there.
 */
export async function findSession(
  deps: SessionDeps,
  token: string,
): Promise<{ caller: Person; hasOrganization: boolean } | undefined> {
  const id = await verify(deps, token);
  if (!id) return undefined;
  const [row] = await deps.database.query<{
    id: string;
    userId: string;
    organizationId: string | null;
    role: Person['session']['role'] | null;
    email: string;
    operator: boolean;
    publisher: Person['publisher'];
    moved: boolean | null;
  }>(FIND, [id]);
  if (!row) return undefined;
  const session = { id: row.id, role: row.role ?? 'member', email: row.email, operator: row.operator };
  return {
    caller: {
      via: 'session',
      userId: row.userId,
      organizationId: row.organizationId ?? '',
      scopes: ['read', 'write'],
      publisher: row.publisher,
      moved: row.moved,
      session,
    },
    hasOrganization: row.organizationId !== null,
  };
}

/** Ends one session; every process rejects the cookie from now on. */
export async function endSession({ database }: SessionDeps, id: string): Promise<void> {
  await database.query(END, [id]);
}

/**
 * Ends every session of a person but `keep`, in the transaction that changed the person's row. As a separate
 * statement it also finds the session of a person who signed in just before, with the old password.
 */
export async function endOtherSessions(
  tx: EntityManager,
  userId: string,
  keep: string | null,
): Promise<void> {
  await queryInside(tx, END_OTHERS, [userId, keep]);
}

/** Switches the session to another organisation; false when the person is not a member there. */
export async function switchOrganization(
  { database }: SessionDeps,
  sessionId: string,
  organizationId: string,
): Promise<boolean> {
  return (await database.query(SWITCH, [sessionId, organizationId])).length > 0;
}

/**
 * The value that each change by a session must carry in `X-CSRF-Token`: bound to the session, and useless as
 * one.
 */
export function csrfTokenOf(deps: Pick<SessionDeps, 'sessionSecret'>, sessionId: string): string {
  return createHmac('sha256', deps.sessionSecret()).update(`csrf:${sessionId}`).digest('base64url');
}

/** Compares in constant time. */
export function isCsrfToken(
  deps: Pick<SessionDeps, 'sessionSecret'>,
  sessionId: string,
  token: string,
): boolean {
  const [expected, actual] = [Buffer.from(csrfTokenOf(deps, sessionId)), Buffer.from(token)];
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}

async function verify(deps: Pick<SessionDeps, 'sessionSecret'>, token: string): Promise<string | undefined> {
  try {
    const { payload } = await jwtVerify(token, secretOf(deps), { algorithms: ['HS256'] });
    return typeof payload.sid === 'string' && /^[0-9a-f-]{36}$/.test(payload.sid) ? payload.sid : undefined;
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined; // not signed by us: nobody
    throw error;
  }
}

const secretOf = (deps: Pick<SessionDeps, 'sessionSecret'>): Uint8Array =>
  new TextEncoder().encode(deps.sessionSecret());
