import type { AppContext } from '../../http/types.ts';
import { beginConnect } from '../connect/begin.ts';
import { ofRequest, type Context } from '../../context.ts';
import { ApiError } from '../../platform/errors.ts';
import { compile, idParam } from '../../platform/validation.ts';
import { browserOrigin } from './browser-origin.ts';
import { getConnectUrlQuery } from './get-connect-url.schema.ts';

const checkQuery = compile(getConnectUrlQuery, 'query');

export function getConnectUrlRoute(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    // A GET for the sake of existing clients: it begins a change all the same.
    if (!ctx.state.caller.scopes.includes('write')) throw new ApiError('insufficient_scope');
    const { refresh, externalUrl } = checkQuery({ ...ctx.query });
    ctx.set('Cache-Control', 'no-store');
    ctx.body = {
      url: await beginConnect(ofRequest(context, ctx), {
        caller: ctx.state.caller,
        provider: String(ctx.params.provider),
        origin: browserOrigin(ctx),
        ...(refresh ? { refresh: idParam(refresh) } : {}),
        ...(externalUrl ? { externalUrl } : {}),
      }),
    };
  };
}
