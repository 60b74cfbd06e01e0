import type { AppContext } from '../../http/types.ts';
import { setPostStatus } from '../set-post-status.ts';
import { ofRequest, type Context } from '../../context.ts';
import { compile } from '../../platform/validation.ts';
import { postOf } from './post-of.ts';
import { setStatusBody } from './set-status.schema.ts';

const checkBody = compile(setStatusBody);

export function setStatusRoute(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const of = postOf(ctx);
    const { status } = checkBody(ctx.state.body);
    await setPostStatus(ofRequest(context, ctx), of, status);
    ctx.body = { id: of.postId, state: status === 'draft' ? 'DRAFT' : 'QUEUE' };
  };
}
