import type { AppContext } from '../../http/types.ts';
import { retryPost } from './retry-post.ts';
import { ofRequest, type Context } from '../../platform/context.ts';
import { getPostHandler } from '../read/get-post.route.ts';
import { postOf } from '../change/post-of.ts';
import { component } from '../../http/openapi/components.ts';
import type { Operation } from '../../http/operation.ts';

export const retryPostOperation = {
  id: 'retryPost',
  method: 'post',
  path: '/posts/{id}/retry',
  tag: 'Posts',
  access: 'caller',
  summary: 'Retry a failed or missed post',
  description: 'Parts that are already published are not published again.',
  answer: {
    status: 201,
    description: 'The changed post',
    schema: component('PostDetail'),
    headers: { ETag: 'The revision' },
  },
  errors: ['post_not_found', 'foreign_resource', 'post_locked', 'revision_mismatch'],
  handler: retryPostHandler,
} as const satisfies Operation;

function retryPostHandler(context: Context): (ctx: AppContext) => Promise<void> {
  const show = getPostHandler(context);
  return async (ctx) => {
    await retryPost(ofRequest(context, ctx), postOf(ctx));
    await show(ctx);
    ctx.status = 201;
  };
}
