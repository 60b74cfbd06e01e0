import type { Middleware } from './types.ts';

/**
 * Below `/api` alone in the table of routes; existing clients with a base address without `/api` leave it
 * out.
 */
const APP_PREFIXES = /^\/(auth|user|oauth)(\/|$)/;

/**
 * `//` collapses. `/api/public/v1` and `/api/uploads` are the same as without `/api`; `/auth`, `/user` and
 * `/oauth` are the same as with it, except when a browser opens a page there (a GET that asks for HTML:
 * `/oauth/authorize` is the page of consent).
 */
export function normalizePath(): Middleware {
  return async (ctx, next) => {
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
