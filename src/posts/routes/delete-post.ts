import type { AppContext } from '../../http/types.ts';
import { deletePost } from '../delete-post.ts';
import { ofRequest, type Context } from '../../context.ts';
import { Post } from '../../entities/post.ts';
import { assertOwnPost } from '../policy.ts';
import { idParam } from '../../platform/validation.ts';
import { postOf } from './post-of.ts';

/** DELETE /posts/{id} */
export function deletePostRoute(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const of = postOf(ctx);
    ctx.body = { id: of.postId, status: await deletePost(ofRequest(context, ctx), of) };
  };
}

export function deleteGroupRoute(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const group = idParam(ctx.params.group);
    const { organizationId } = ctx.state.caller;
    const posts = await context.database.fork().find(Post, { publicGroup: group, deletedAt: null });
    assertOwnPost(organizationId, posts[0] ?? null, group);
    for (const { id } of posts) await deletePost(ofRequest(context, ctx), { organizationId, postId: id });
    ctx.body = { id: group, posts: posts.map((post) => post.id) };
  };
}
