/** The session cookie: its flags follow the public URL of the instance. */
import type { AppContext } from './types.ts';
import type { Context } from '../platform/context.ts';
import { isSecure } from './public-url.ts';
import { SESSION_SECONDS } from './sessions.ts';

type CookieDeps = Pick<Context, 'publicUrl' | 'config'>;

// The prefix makes browsers reject a cookie planted by a sibling host or over plain http (RFC 6265bis,
// section 4.1.3.2).
const nameOf = (deps: CookieDeps): string => (isSecure(deps) ? '__Host-crier_session' : 'crier_session');

/** The session token of a request: from the cookie; with NOT_SECURED also from the header `auth`. */
export function readSessionToken(deps: CookieDeps, ctx: AppContext): string | undefined {
  return ctx.cookies.get(nameOf(deps)) || (deps.config.NOT_SECURED ? ctx.get('auth') : '') || undefined;
}

/** Sets the browser's session cookie. */
export function writeSessionCookie(deps: CookieDeps, ctx: AppContext, token: string): void {
  ctx.append('Set-Cookie', `${nameOf(deps)}=${token}; Max-Age=${SESSION_SECONDS}; ${flags(deps)}`);
  if (deps.config.NOT_SECURED) ctx.set('auth', token);
}

export function clearSessionCookie(deps: CookieDeps, ctx: AppContext): void {
  ctx.append('Set-Cookie', `${nameOf(deps)}=; Max-Age=0; ${flags(deps)}`);
}

// Lax, not Strict: a link in an email, and a network sending the browser back, must find the person signed
// in.
const flags = (deps: CookieDeps): string =>
  `Path=/; HttpOnly; SameSite=Lax${isSecure(deps) ? '; Secure' : ''}`;
