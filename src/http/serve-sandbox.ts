import type { createSandboxNetwork } from '../../providers/_networks/sandbox/server.ts';
import type { Middleware } from './types.ts';

/** The sandbox network shares the API's origin; it answers below /sandbox by itself. */
export function serveSandbox(network: ReturnType<typeof createSandboxNetwork>): Middleware {
  return async (ctx, next) => {
    if (ctx.path !== '/sandbox' && !ctx.path.startsWith('/sandbox/')) return next();
    const known = await network.handle(ctx.req, ctx.res);
    if (!known) return next();
    ctx.respond = false;
  };
}
