import type { AppContext } from '../../app-types.ts';
import type { Context } from '../../context.ts';
import { readTemporalStart } from '../../embedded/temporal-start.ts';
import { assertOwnPost } from '../../policies/post.ts';
import { presentPostDetail } from '../../presenters/post.ts';
import { readPost } from '../../read-posts.ts';
import { idParam } from '../../validation.ts';

/** GET /posts/{id} */
export function getPostRoute(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const id = idParam(ctx.params.id);
    const post = await readPost(context.database, id);
    assertOwnPost(ctx.state.caller.organizationId, post, id);
    ctx.set('ETag', `"${post.revision}"`);
    ctx.body = presentPostDetail(post, readTemporalStart(context.config.CRIER_DATA_DIR));
  };
}
