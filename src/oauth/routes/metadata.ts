import type { AppContext } from '../../http/types.ts';
import type { Context } from '../../platform/context.ts';
import { authorizationServerMetadata } from '../metadata.ts';

/** GET /.well-known/oauth-authorization-server (RFC 8414, section 3): for everybody. */
export function oauthMetadataRoute(
  context: Pick<Context, 'publicUrl' | 'apiUrl'>,
): (ctx: AppContext) => void {
  const metadata = authorizationServerMetadata(context);
  return (ctx) => {
    ctx.body = metadata;
  };
}
