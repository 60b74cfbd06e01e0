import type { AppContext } from '../../app-types.ts';
import { editPost, type EditPostInput } from '../../commands/change-post.ts';
import { ofRequest, type Context } from '../../context.ts';
import { compile, idParam } from '../../validation.ts';
import { editPostBody } from './edit-post.schema.ts';
import { getPostRoute } from './get-post.ts';

const checkBody = compile(editPostBody);

export function editPostRoute(context: Context): (ctx: AppContext) => Promise<void> {
  const show = getPostRoute(context);
  return async (ctx) => {
    const postId = idParam(ctx.params.id);
    await editPost(ofRequest(context, ctx), { organizationId: ctx.state.caller.organizationId, postId }, checkBody(ctx.state.body) as EditPostInput);
    await show(ctx);
  };
}
