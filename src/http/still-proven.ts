import type { Middleware } from './types.ts';

/**
 * Who calls is looked at before the body is read, which can take minutes when the sender lets it. A body that
 * was not there at once is therefore followed by another look: a key that was revoked, a session that ended,
 * or a role that was lost meanwhile does nothing any more.
 *
 * @param prove the step that stands before `read` as well
 */
export function stillProven(prove: Middleware, read: Middleware): Middleware {
  return async (ctx, next) => {
    const isHere = ctx.req.complete;
    await read(ctx, async () => {
      if (!isHere) await prove(ctx, async () => undefined);
      await next();
    });
  };
}
