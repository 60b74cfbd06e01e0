import type { AppContext } from '../../http/types.ts';
import { resolvePost, resolvePostBody } from './resolve-post.ts';
import { ofRequest, type Context } from '../../platform/context.ts';
import { compile } from '../../platform/validation.ts';
import { getPostHandler } from '../read/get-post.route.ts';
import { postOf } from '../change/post-of.ts';
import { component } from '../../http/openapi/components.ts';
import type { Operation } from '../../http/operation.ts';

export const resolvePostOperation = {
  id: 'resolvePost',
  method: 'post',
  path: '/posts/{id}/resolve',
  tag: 'Posts',
  access: 'caller',
  summary: 'Resolve an unconfirmed post',
  description:
    'For a post whose outcome Crier cannot find out: a person looks at the account and says what happened.',
  body: resolvePostBody,
  answer: {
    status: 201,
    description: 'The changed post',
    schema: component('PostDetail'),
    headers: { ETag: 'The revision' },
  },
  errors: ['post_not_found', 'foreign_resource', 'post_locked', 'revision_mismatch'],
  example: { decision: 'published', url: 'https://social.example/@cafe/1' },
  handler: resolvePostHandler,
} as const satisfies Operation;

const checkBody = compile(resolvePostBody);

function resolvePostHandler(context: Context): (ctx: AppContext) => Promise<void> {
  const show = getPostHandler(context);
  return async (ctx) => {
    const resolution = checkBody(ctx.state.body);
    await resolvePost(ofRequest(context, ctx), postOf(ctx), resolution);
    await show(ctx);
    ctx.status = 201;
  };
}
