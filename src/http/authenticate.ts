import type { Caller, Middleware } from './types.ts';
import type { Role } from '../platform/entities/account.ts';
import type { Database, Statement } from '../platform/database.ts';
import { ApiError } from '../platform/errors.ts';
import { LIVE_TOKENS } from '../platform/live-tokens.ts';
import { publisherOf } from '../platform/published-elsewhere.ts';
import type { Operation } from './operation.ts';
import { assertRole } from './person.ts';
import { hashToken } from '../platform/secrets.ts';

// One round trip: finds the key, and records its last use at most once a minute.
const FIND_KEY: Statement = {
  name: 'authenticate',
  text: `with found as (select id, organization_id, scopes, last_used_at from api_key where hash = $1 and revoked_at is null and (expires_at is null or expires_at > now())),
    used as (update api_key k set last_used_at = now() from found f where k.id = f.id and (f.last_used_at is null or f.last_used_at < now() - interval '1 minute'))
    select 'key' as via, id as "apiKeyId", organization_id as "organizationId", scopes,
      ${publisherOf('found.organization_id')} as publisher,
      (select moved_at is not null from organization o where o.id = found.organization_id) as moved
    from found`,
};
const FIND_TOKEN: Statement = {
  name: 'authenticate-token',
  text: `with found as (
      select t.id, t.organization_id, t.user_id, t.scopes, t.last_used_at, m.role from ${LIVE_TOKENS}
      where t.token_hash = $1),
    used as (update oauth_token o set last_used_at = now() from found f where o.id = f.id and (f.last_used_at is null or f.last_used_at < now() - interval '1 minute'))
    select 'oauth' as via, id as "oauthTokenId", organization_id as "organizationId", user_id as "userId", scopes, role,
      ${publisherOf('found.organization_id')} as publisher,
      (select moved_at is not null from organization o where o.id = found.organization_id) as moved
    from found`,
};

/**
 * Every request authenticates with the raw key or access token, or with `Bearer ` before it; without the
 * scope `write` it can only read. A key is the organisation's. A token may do what the role of its person
 * allows at this moment, as in the web app.
 */
export function authenticate(database: Database, { role }: Pick<Operation, 'role'>): Middleware {
  return async (ctx, next) => {
    const token = ctx
      .get('authorization')
      .trim()
      .replace(/^bearer\s+/i, '');
    if (!token) throw new ApiError('no_api_key');
    const isToken = token.startsWith('pos_');
    const [found] = await database.query<Caller & { role?: Role }>(isToken ? FIND_TOKEN : FIND_KEY, [
      hashToken(token),
    ]);
    if (!found) {
      const headers = { 'www-authenticate': 'Bearer realm="Crier", error="invalid_token"' };
      throw isToken
        ? new ApiError('invalid_oauth_token', { headers })
        : new ApiError('invalid_api_key', { headers });
    }
    const { role: ofPerson, ...caller } = found;
    if (!caller.scopes.includes('write') && ctx.method !== 'GET' && ctx.method !== 'HEAD') {
      throw new ApiError('insufficient_scope');
    }
    if (ofPerson && role && role !== 'none') {
      assertRole(ofPerson, role, 'role_behind_app_too_low');
    }
    ctx.state.caller = caller;
    await next();
  };
}
