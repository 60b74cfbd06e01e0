import type { AppContext } from '../../http/types.ts';
import { retryPost } from '../retry-post.ts';
import { ofRequest, type Context } from '../../context.ts';
import { getPostRoute } from './get-post.ts';
import { postOf } from './post-of.ts';

/** POST /posts/{id}/retry */
export function retryPostRoute(context: Context): (ctx: AppContext) => Promise<void> {
  const show = getPostRoute(context);
  return async (ctx) => {
    await retryPost(ofRequest(context, ctx), postOf(ctx));
    await show(ctx);
    ctx.status = 201;
  };
}
