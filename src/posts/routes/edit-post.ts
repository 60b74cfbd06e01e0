import type { AppContext } from '../../http/types.ts';
import { editPost } from '../edit-post.ts';
import { ofRequest, type Context } from '../../context.ts';
import { withOutsideMedia } from '../../uploads/outside-media.ts';
import { compile } from '../../platform/validation.ts';
import { editPostBody } from '../edit-body.ts';
import { getPostRoute } from './get-post.ts';
import { postOf } from './post-of.ts';

const checkBody = compile(editPostBody);

/** PATCH /posts/{id} */
export function editPostRoute(context: Context): (ctx: AppContext) => Promise<void> {
  const show = getPostRoute(context);
  return async (ctx) => {
    const of = postOf(ctx);
    const input = checkBody(ctx.state.body);
    await withOutsideMedia(ofRequest(context, ctx), (within) => editPost(within, of, input));
    await show(ctx);
  };
}
