import type { Middleware } from './types.ts';

/**
 * Authenticates a second time once the body is there. The caller is authenticated before the body is read,
 * and a slow sender can make that take minutes. So when the body was not complete at once, `authenticate`
 * runs again after it: a key revoked, a session ended or a role lost in the meantime no longer counts.
 *
 * @param authenticate the step that has already run before `readBody`
 */
export function reauthenticate(authenticate: Middleware, readBody: Middleware): Middleware {
  return async (ctx, next) => {
    const wasComplete = ctx.req.complete;
    await readBody(ctx, async () => {
      if (!wasComplete) await authenticate(ctx, async () => undefined);
      await next();
    });
  };
}
