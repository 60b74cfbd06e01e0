import type { AppContext } from '../../http/types.ts';
import { ofRequest, type Context } from '../../platform/context.ts';
import { component } from '../../http/openapi/components.ts';
import type { Operation } from '../../http/operation.ts';
import { getPostHandler } from '../read/get-post.route.ts';
import { postOf } from '../change/post-of.ts';
import { rejoinSeries } from './rejoin-series.ts';

export const rejoinSeriesOperation = {
  id: 'rejoinSeries',
  method: 'post',
  path: '/posts/{id}/rejoin',
  tag: 'Posts',
  access: 'caller',
  summary: 'Put a post back into its series',
  description:
    'Takes back `selectOccurrences`: the dates of the post are coming dates of its series again. What was ' +
    'changed in it alone is lost, so a post that was changed needs its ETag.',
  headers: { 'If-Match': 'The ETag from when the post was read' },
  answer: {
    status: 201,
    description: 'The post that stands for the coming dates of the series',
    schema: component('PostDetail'),
    headers: { ETag: 'The revision' },
  },
  errors: ['post_not_found', 'foreign_resource', 'post_locked', 'revision_mismatch'],
  handler: rejoinSeriesHandler,
} as const satisfies Operation;

function rejoinSeriesHandler(context: Context): (ctx: AppContext) => Promise<void> {
  const show = getPostHandler(context);
  return async (ctx) => {
    ctx.params.id = await rejoinSeries(ofRequest(context, ctx), postOf(ctx));
    await show(ctx);
    ctx.status = 201;
  };
}
