import type { AppContext } from '../../app-types.ts';
import { deletePost } from '../../commands/change-post.ts';
import { ofRequest, type Context } from '../../context.ts';
import { idParam } from '../../validation.ts';

/**
 * DELETE /public/v1/posts/{id}: cancels a post that waits; of one that has ended the record goes, and what is out stays out.
 * Answers 200 `{"id"}`. Refuses with invalid_id, post_not_found, foreign_resource, post_locked (while a worker publishes it).
 */
export function deletePostRoute(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const postId = idParam(ctx.params.id);
    await deletePost(ofRequest(context, ctx), { organizationId: ctx.state.caller.organizationId, postId });
    ctx.body = { id: postId };
  };
}
