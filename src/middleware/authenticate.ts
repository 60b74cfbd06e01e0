import type { Middleware } from '../app-types.ts';
import type { Database, Statement } from '../db.ts';
import { ApiError } from '../errors.ts';
import { hashToken } from '../secrets.ts';

const FIND: Statement = {
  name: 'authenticate',
  text: `select id as "apiKeyId", organization_id as "organizationId", scopes, last_used_at is null or last_used_at < now() - interval '1 minute' as stale
    from api_key where hash = $1 and revoked_at is null and (expires_at is null or expires_at > now())`,
};
const TOUCH: Statement = { name: 'authenticate-touch', text: 'update api_key set last_used_at = now() where id = $1' };

/** Every request proves who it is with the raw key, or with `Bearer ` before it; a key without `write` only reads. */
export function authenticate(database: Database): Middleware {
  return async (ctx, next) => {
    const token = ctx.get('authorization').trim().replace(/^bearer\s+/i, '');
    if (!token) throw new ApiError('no_api_key');
    const [key] = await database.query<{ apiKeyId: string; organizationId: string; scopes: ('read' | 'write')[]; stale: boolean }>(FIND, [hashToken(token)]);
    if (!key) throw new ApiError('invalid_api_key');
    if (key.stale) await database.query(TOUCH, [key.apiKeyId]);
    if (!key.scopes.includes('write') && ctx.method !== 'GET' && ctx.method !== 'HEAD') throw new ApiError('insufficient_scope');
    ctx.state.caller = key;
    await next();
  };
}
