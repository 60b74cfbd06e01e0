import type { AppContext } from '../../app-types.ts';
import { parseDate } from '../../commands/parse-date.ts';
import type { Context } from '../../context.ts';
import { Post } from '../../entities/post.ts';
import { presentPost } from '../../presenters/post.ts';
import { compile, idParam } from '../../validation.ts';
import { listPostsQuery } from './list-posts.schema.ts';

const checkQuery = compile(listPostsQuery, 'query');

export function listPostsRoute(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const query = checkQuery({ ...ctx.query });
    const range = { $gte: parseDate(query.startDate, 'startDate'), $lte: parseDate(query.endDate, 'endDate') };
    const integration = query.customer ? { integration: { customer: { id: idParam(query.customer) } } } : {};
    const posts = await context.database.fork().find(
      Post,
      { organization: ctx.state.caller.organizationId, publishAt: range, deletedAt: null, ...integration },
      { populate: ['integration', 'postGroup', 'items'], populateWhere: { items: { position: 0 } }, orderBy: { publishAt: 'asc', id: 'asc' } },
    );
    ctx.body = { posts: posts.map((post) => presentPost({ ...post, content: post.items.getItems()[0]?.content ?? '', creationMethod: post.postGroup.creationMethod })) };
  };
}
