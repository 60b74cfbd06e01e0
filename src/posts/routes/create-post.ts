import type { AppContext } from '../../http/types.ts';
import { createPost } from '../create-post.ts';
import { ofRequest, type Context } from '../../context.ts';
import { withOutsideMedia } from '../../uploads/outside-media.ts';
import { compile } from '../../platform/validation.ts';
import { createPostBody } from '../post-body.ts';

const checkBody = compile(createPostBody);

/** Authentication and idempotency come before this (routes.ts). */
export function createPostRoute(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const input = checkBody(ctx.state.body);
    ctx.body = await withOutsideMedia(ofRequest(context, ctx), (within) =>
      createPost(within, ctx.state.caller.organizationId, input, ctx.state.idempotency),
    );
    ctx.status = 201;
  };
}
