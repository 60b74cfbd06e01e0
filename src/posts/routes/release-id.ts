import type { AppContext } from '../../http/types.ts';
import { askNetwork } from '../../channels/ask-network.ts';
import { setReleaseId } from '../set-release-id.ts';
import { ofRequest, type Context } from '../../context.ts';
import { Post } from '../../entities/post.ts';
import { assertOwnPost } from '../policy.ts';
import { compile, idParam } from '../../platform/validation.ts';
import { postOf } from './post-of.ts';
import { setReleaseIdBody } from './release-id.schema.ts';

const checkBody = compile(setReleaseIdBody);

/** PUT /posts/{id}/release-id */
export function setReleaseIdRoute(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const of = postOf(ctx);
    const { releaseId } = checkBody(ctx.state.body);
    await setReleaseId(ofRequest(context, ctx), of, releaseId);
    ctx.body = { id: of.postId, releaseId };
  };
}

export function missingContentRoute(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const id = idParam(ctx.params.id);
    const post = await context.database.fork().findOne(Post, { id }, { populate: ['integration'] });
    assertOwnPost(ctx.state.caller.organizationId, post, id);
    const provider = context.providers.get(post.integration.provider);
    const recent = provider?.recent?.bind(provider);
    if (post.releaseId !== 'missing' || !provider || !recent) {
      ctx.body = [];
      return;
    }
    ctx.body = await askNetwork(ofRequest(context, ctx), provider, post.integration.id, recent);
  };
}
