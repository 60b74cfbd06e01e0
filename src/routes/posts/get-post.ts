import type { AppContext } from '../../app-types.ts';
import type { Context } from '../../context.ts';
import { Outbox, PostEvent } from '../../entities/delivery.ts';
import { Post } from '../../entities/post.ts';
import { assertOwnPost } from '../../policies/post.ts';
import { presentPostDetail } from '../../presenters/post.ts';
import { idParam } from '../../validation.ts';

/**
 * GET /public/v1/posts/{id}: one post with its parts, its timeline in words, its lateness and, while Temporal has not taken
 * it, `scheduling: "delayed"`; while a due post is held, `hold: {reason: "channel" | "frozen", message}`. Refuses with invalid_id, post_not_found, foreign_resource.
 */
export function getPostRoute(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const id = idParam(ctx.params.id);
    const em = context.database.fork();
    const post = await em.findOne(Post, { id }, { populate: ['integration', 'postGroup', 'items'] });
    assertOwnPost(ctx.state.caller.organizationId, post, id);
    const timeline = await em.find(PostEvent, { post: id }, { orderBy: { id: 'asc' } });
    const delayed = (await em.count(Outbox, { postGroup: post.postGroup.id, attempts: { $gt: 0 } })) > 0;
    const items = post.items.getItems();
    ctx.set('ETag', `"${post.revision}"`);
    ctx.body = presentPostDetail({ ...post, items, timeline, delayed, content: items[0]?.content ?? '', creationMethod: post.postGroup.creationMethod });
  };
}
