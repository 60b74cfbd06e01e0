import type { AppContext } from '../../http/types.ts';
import { ofRequest, type Context } from '../../platform/context.ts';
import { component } from '../../http/openapi/components.ts';
import type { Operation } from '../../http/operation.ts';
import { restorePost } from './restore-post.ts';
import { getPostHandler } from '../read/get-post.route.ts';
import { postOf } from './post-of.ts';

export const restorePostOperation = {
  id: 'restorePost',
  method: 'post',
  path: '/posts/{id}/restore',
  tag: 'Posts',
  access: 'caller',
  summary: 'Restore a cancelled post',
  description:
    'It waits for its date again. When that has passed, or a file of it was deleted meanwhile, it becomes a ' +
    'draft, as does a draft that was deleted; `timeline` says which file is gone. A date of a series goes back ' +
    'into it: the answer is the post that stands for its coming dates.',
  answer: {
    status: 201,
    description: 'The post as it is now',
    schema: component('PostDetail'),
    headers: { ETag: 'The revision' },
  },
  errors: ['post_not_found', 'foreign_resource', 'post_locked', 'revision_mismatch', 'integration_not_found'],
  handler: restorePostHandler,
} as const satisfies Operation;

function restorePostHandler(context: Context): (ctx: AppContext) => Promise<void> {
  const show = getPostHandler(context);
  return async (ctx) => {
    ctx.params.id = await restorePost(ofRequest(context, ctx), postOf(ctx));
    await show(ctx);
    ctx.status = 201;
  };
}
