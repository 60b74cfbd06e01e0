import type { Middleware } from '../app-types.ts';

/** `//` collapses, and `/api/…` is the same as `/…` for everything but the endpoints that live under /api alone. */
export function normalizePath(): Middleware {
  return async (ctx, next) => {
    let path = ctx.path.replace(/\/{2,}/g, '/');
    if (/^\/api\/(public\/v1|uploads|oauth|auth)(\/|$)/.test(path)) path = path.slice('/api'.length);
    if (path !== ctx.path) ctx.path = path;
    await next();
  };
}
