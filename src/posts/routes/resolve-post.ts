import type { AppContext } from '../../http/types.ts';
import { resolvePost, resolvePostBody } from '../resolve-post.ts';
import { ofRequest, type Context } from '../../context.ts';
import { compile } from '../../platform/validation.ts';
import { getPostRoute } from './get-post.ts';
import { postOf } from './post-of.ts';

const checkBody = compile(resolvePostBody);

/** POST /posts/{id}/resolve */
export function resolvePostRoute(context: Context): (ctx: AppContext) => Promise<void> {
  const show = getPostRoute(context);
  return async (ctx) => {
    await resolvePost(ofRequest(context, ctx), postOf(ctx), checkBody(ctx.state.body));
    await show(ctx);
    ctx.status = 201;
  };
}
