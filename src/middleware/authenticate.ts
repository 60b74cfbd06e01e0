import type { Caller, Middleware } from '../app-types.ts';
import type { Database, Statement } from '../db.ts';
import { ApiError } from '../errors.ts';
import { hashToken } from '../secrets.ts';

// One round trip: the key is found, and its last use noted at most once a minute.
const FIND: Statement = {
  name: 'authenticate',
  text: `with found as (select id, organization_id, scopes, last_used_at from api_key where hash = $1 and revoked_at is null and (expires_at is null or expires_at > now())),
    used as (update api_key k set last_used_at = now() from found f where k.id = f.id and (f.last_used_at is null or f.last_used_at < now() - interval '1 minute'))
    select id as "apiKeyId", organization_id as "organizationId", scopes from found`,
};

/** Every request proves who it is with the raw key, or with `Bearer ` before it; a key without `write` only reads. */
export function authenticate(database: Database): Middleware {
  return async (ctx, next) => {
    const token = ctx.get('authorization').trim().replace(/^bearer\s+/i, '');
    if (!token) throw new ApiError('no_api_key');
    const [key] = await database.query<Caller>(FIND, [hashToken(token)]);
    if (!key) throw new ApiError('invalid_api_key');
    if (!key.scopes.includes('write') && ctx.method !== 'GET' && ctx.method !== 'HEAD') throw new ApiError('insufficient_scope');
    ctx.state.caller = key;
    await next();
  };
}
