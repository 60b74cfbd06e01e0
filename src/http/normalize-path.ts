import type { Middleware } from './types.ts';

/** Routed below `/api` only; existing clients whose base address lacks `/api` omit it. */
const APP_PREFIXES = /^\/(auth|user|oauth)(\/|$)/;

/**
 * Collapses `//`. `/api/public/v1` and `/api/uploads` equal the same path without `/api`; `/auth`, `/user`
 * and `/oauth` equal the same path with it, except when a browser opens a page there (a GET that asks for
 * HTML: `/oauth/authorize` is the consent page).
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
