import type { AppContext } from '../../http/types.ts';
import type { Context } from '../../context.ts';
import { OAuthError } from '../oauth-error.ts';
import { readParameters } from '../read-parameters.ts';
import { revokeOwnToken } from '../revoke-tokens.ts';
import { clientAuthentication } from './client-of.ts';

const NAMES = ['token', 'client_id', 'client_secret'] as const;

/** POST /oauth/revoke: for apps; says the same of every token (RFC 7009, section 2.2). */
export function revokeTokenRoute(context: Context): (ctx: AppContext) => Promise<void> {
  const clientOf = clientAuthentication(context);
  return async (ctx) => {
    const given = readParameters(ctx.state.body, NAMES);
    const client = await clientOf(ctx, given);
    if (!given.token) throw new OAuthError('invalid_request', 'token is required');
    await revokeOwnToken(context, client, given.token);
    ctx.body = {};
  };
}
