import type { Middleware } from './types.ts';
import type { Context } from '../context.ts';
import { isSecure } from './public-address.ts';

const YEAR_SECONDS = 365 * 24 * 3600;

/**
 * What every answer tells a browser; a route that answers with a page sets a Content-Security-Policy of its
 * own over this one.
 *
 * - nothing may be loaded or run by an answer, and no other site may put one into a frame (also for old
 *   browsers: X-Frame-Options);
 * - no address of ours is told to other sites: some hold a state or a code (RFC 9700, section 4.2.4);
 * - once an https instance was reached, browsers stay with https (RFC 6797), unless NOT_SECURED says that
 *   there is none for some.
 *   Without includeSubDomains: other hosts of the domain are not ours to speak for.
 */
export function securityHeaders(context: Pick<Context, 'publicUrl' | 'config'>): Middleware {
  const headers = {
    'Content-Security-Policy':
      "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    'Referrer-Policy': 'no-referrer',
    'X-Frame-Options': 'DENY',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=()',
    ...(isSecure(context) ? { 'Strict-Transport-Security': `max-age=${YEAR_SECONDS}` } : {}),
  };
  return (ctx, next) => {
    ctx.set(headers);
    return next();
  };
}
