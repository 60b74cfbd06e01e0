import type { IncomingMessage } from 'node:http';
import { ApiError } from '../platform/errors.ts';
import type { Middleware } from './types.ts';
import { sentence } from '../platform/sentences.ts';

/** Routed below `/api` only; existing clients whose base URL lacks `/api` omit it. */
const APP_PREFIXES = /^\/(auth|user|oauth)(\/|$)/;

/**
 * Takes the path of a request. A client of a proxy writes the whole URL (RFC 9112, section 3.2.2), of which
 * only the path counts. An invalid URL would make every access to `ctx.path` throw.
 *
 * @throws ApiError `invalid_request`; the unreadable URL is then removed from the request
 */
function takePath(request: IncomingMessage): void {
  if (request.url?.startsWith('/')) return;
  const url = URL.parse(request.url ?? '');
  request.url = url ? `${url.pathname}${url.search}` : '/';
  if (!url) throw new ApiError('invalid_request', sentence('request_url_unreadable'));
}

/**
 * Collapses `//`. `/api/public/v1` and `/api/uploads` equal the same path without `/api`; `/auth`, `/user`
 * and `/oauth` equal the same path with it, except when a browser opens a page there (a GET that asks for
 * HTML: `/oauth/authorize` is the consent page).
 */
export function normalizePath(): Middleware {
  return async (ctx, next) => {
    takePath(ctx.req);
    let path = ctx.path.replace(/\/{2,}/g, '/');
    if (/^\/api\/(public\/v1|uploads)(\/|$)/.test(path)) path = path.slice('/api'.length);
    else if (APP_PREFIXES.test(path) && !isPage(ctx)) path = `/api${path}`;
    if (path !== ctx.path) ctx.path = path;
    await next();
  };
}

/** Whether a browser asks for a page. */
export function isPage(ctx: { readonly method: string; get(name: string): string }): boolean {
  return (ctx.method === 'GET' || ctx.method === 'HEAD') && /\btext\/html\b/.test(ctx.get('accept'));
}
