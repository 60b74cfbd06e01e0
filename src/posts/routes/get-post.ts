import type { AppContext } from '../../http/types.ts';
import type { Context } from '../../context.ts';
import { assertOwnPost } from '../policy.ts';
import { presentPostDetail } from '../present-post.ts';
import { readPost } from '../read-posts.ts';
import { idParam } from '../../platform/validation.ts';

/** GET /posts/{id} */
export function getPostRoute(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const id = idParam(ctx.params.id);
    const post = await readPost(context.database, id);
    assertOwnPost(ctx.state.caller.organizationId, post, id);
    ctx.set('ETag', `"${post.revision}"`);
    ctx.body = presentPostDetail(post);
  };
}
