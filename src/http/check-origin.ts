import type { Middleware } from './types.ts';
import { ApiError } from '../platform/errors.ts';

/**
 * Browsers may call from the instance's own origin and the listed ones; requests without Origin do not come
 * from a page.
 */
export function checkOrigin(allowed: readonly (string | undefined)[]): Middleware {
  const origins = new Set(allowed.filter((o) => o !== undefined).map((o) => new URL(o).origin));
  return async (ctx, next) => {
    const origin = ctx.get('origin');
    if (origin && !origins.has(origin) && !isSameHost(origin, ctx.host)) {
      throw new ApiError('origin_not_allowed');
    }
    await next();
  };
}

function isSameHost(origin: string, host: string): boolean {
  return URL.canParse(origin) && new URL(origin).host === host;
}
