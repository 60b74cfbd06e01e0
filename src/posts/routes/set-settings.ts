import type { AppContext } from '../../http/types.ts';
import { editPost } from '../edit-post.ts';
import { ofRequest, type Context } from '../../context.ts';
import { Post } from '../../entities/post.ts';
import { withOutsideMedia } from '../../uploads/outside-media.ts';
import { compile } from '../../platform/validation.ts';
import { postOf } from './post-of.ts';
import { setSettingsBody } from './set-settings.schema.ts';

const checkBody = compile(setSettingsBody);

export function setSettingsRoute(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const of = postOf(ctx);
    const { settings } = checkBody(ctx.state.body);
    await withOutsideMedia(ofRequest(context, ctx), (within) => editPost(within, of, { settings }));
    const { publishAt } = await context.database.fork().findOneOrFail(Post, { id: of.postId });
    // Existing clients expect this one date without a zone.
    ctx.body = { postId: of.postId, publishDate: publishAt.toISOString().slice(0, 19) };
  };
}
