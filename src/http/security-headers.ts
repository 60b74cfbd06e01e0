import type { Middleware } from './types.ts';
import type { Context } from '../platform/context.ts';
import { isSecure } from './public-url.ts';

const YEAR_SECONDS = 365 * 24 * 3600;

/** Of pages, beside those of every response: none of ours asks for these. */
export const OF_PAGES = {
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=()',
} as const;

/**
 * Headers of every response; a route that answers with a page overrides the Content-Security-Policy.
 *
 * - a response may load or run nothing, and no other site may frame it (X-Frame-Options for old browsers);
 * - other sites learn none of our URLs, some of which hold a state or a code (RFC 9700, section 4.2.4);
 * - browsers that have reached an https instance stay with https (RFC 6797), unless NOT_SECURED is set
 *   because some cannot. Without includeSubDomains: other hosts of the domain are not ours to decide for.
 */
export function securityHeaders(context: Pick<Context, 'publicUrl' | 'config'>): Middleware {
  const headers = {
    'Content-Security-Policy':
      "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    'Referrer-Policy': 'no-referrer',
    'X-Frame-Options': 'DENY',
    ...(isSecure(context) ? { 'Strict-Transport-Security': `max-age=${YEAR_SECONDS}` } : {}),
  };
  return (ctx, next) => {
    ctx.set(headers);
    return next();
  };
}
