import type { AppContext } from '../../app-types.ts';
import { retryPost } from '../../commands/change-post.ts';
import { ofRequest, type Context } from '../../context.ts';
import { idParam } from '../../validation.ts';
import { getPostRoute } from './get-post.ts';

/**
 * POST /public/v1/posts/{id}/retry: publishes a post again that failed or was missed; parts that are out stay as they are.
 * Answers 201 with the post as GET shows it. Refuses with invalid_id, post_not_found, foreign_resource, post_locked.
 */
export function retryPostRoute(context: Context): (ctx: AppContext) => Promise<void> {
  const show = getPostRoute(context);
  return async (ctx) => {
    await retryPost(ofRequest(context, ctx), { organizationId: ctx.state.caller.organizationId, postId: idParam(ctx.params.id) });
    await show(ctx);
    ctx.status = 201;
  };
}
