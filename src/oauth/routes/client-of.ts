import type { AppContext } from '../../http/types.ts';
import type { Context } from '../../platform/context.ts';
import { clientIp, networkOf } from '../../http/client-ip.ts';
import { authenticateClient, type OAuthClient } from '../authenticate-client.ts';
import { readCredentials } from '../client-credentials.ts';
import { createFailureThrottle } from '../failure-throttle.ts';

/** Which app sends a request of the token or revocation endpoint; made once for each of them. */
export function clientAuthentication(
  context: Context,
): (
  ctx: AppContext,
  body: { readonly client_id?: string; readonly client_secret?: string },
) => Promise<OAuthClient> {
  const deps = { database: context.database, throttle: createFailureThrottle(context) };
  return (ctx, body) =>
    authenticateClient(
      deps,
      readCredentials(ctx.get('authorization'), body),
      networkOf(clientIp(ctx, context.config)),
    );
}
