import type { AppContext } from '../../app-types.ts';
import { editPost, type EditPostInput } from '../../commands/edit-post.ts';
import { ofRequest, type Context } from '../../context.ts';
import { compile } from '../../validation.ts';
import { editPostBody } from './edit-post.schema.ts';
import { getPostRoute } from './get-post.ts';
import { postOf } from './post-of.ts';

const checkBody = compile(editPostBody);

export function editPostRoute(context: Context): (ctx: AppContext) => Promise<void> {
  const show = getPostRoute(context);
  return async (ctx) => {
    await editPost(ofRequest(context, ctx), postOf(ctx), checkBody(ctx.state.body) as EditPostInput);
    await show(ctx);
  };
}
