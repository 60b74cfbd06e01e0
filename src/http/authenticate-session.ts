import type { Caller, Middleware } from './types.ts';
import { readSessionToken } from './session-cookie.ts';
import { findSession, isCsrfToken } from './sessions.ts';
import type { Context } from '../platform/context.ts';
import { ApiError } from '../platform/errors.ts';
import { assertRole } from './person.ts';
import type { Operation } from './operation.ts';

const SAFE = new Set(['GET', 'HEAD']);

/**
 * The web app's operations are for people in a browser: a session cookie, never a key. Membership and role
 * are read at this moment. A change carries `X-CSRF-Token`, which another site cannot know; GET /auth/me
 * answers with its value. `X-Organization` names the organisation.
 */
export function authenticateSession(context: Context, { role }: Pick<Operation, 'role'>): Middleware {
  return async (ctx, next) => {
    const token = readSessionToken(context, ctx);
    const found = token ? await findSession(context, token) : undefined;
    if (!found) throw new ApiError('not_signed_in');
    if (!SAFE.has(ctx.method) && !isCsrfToken(context, found.caller.session.id, ctx.get('x-csrf-token'))) {
      throw new ApiError('csrf_failed');
    }
    if (role !== 'none') {
      if (!found.hasOrganization) throw new ApiError('no_organization');
      assertOrganization(found.caller, ctx.get('x-organization'));
      assertRole(found.caller.session.role, role ?? 'member');
    }
    ctx.state.caller = found.caller;
    ctx.set('Cache-Control', 'no-store');
    await next();
  };
}

/**
 * The windows of a browser share a session, and each may switch its organisation: a request is for the
 * organisation that its page shows.
 */
function assertOrganization({ organizationId }: Caller, wanted: string): void {
  if (wanted && wanted !== organizationId) throw new ApiError('other_organization');
}
