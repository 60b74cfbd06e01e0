import type { AppContext } from '../../http/types.ts';
import type { Context } from '../../context.ts';
import { exchangeCode } from '../exchange-code.ts';
import { OAuthError } from '../oauth-error.ts';
import { readParameters } from '../read-parameters.ts';
import { clientAuthentication } from './client-of.ts';

const NAMES = ['grant_type', 'code', 'client_id', 'client_secret', 'redirect_uri', 'code_verifier'] as const;

/** POST /oauth/token: for apps; the answer and its refusals have OAuth's shape. */
export function exchangeCodeRoute(context: Context): (ctx: AppContext) => Promise<void> {
  const clientOf = clientAuthentication(context);
  return async (ctx) => {
    const given = readParameters(ctx.state.body, NAMES);
    if (!given.grant_type) throw new OAuthError('invalid_request', 'grant_type is required');
    if (given.grant_type !== 'authorization_code') {
      throw new OAuthError('unsupported_grant_type', 'grant_type must be authorization_code');
    }
    // Before the code is looked at: a wrong secret cannot burn somebody's code.
    const client = await clientOf(ctx, given);
    if (!given.code) throw new OAuthError('invalid_request', 'code is required');
    const { organizationId, customerId, token } = await exchangeCode(context, client, {
      code: given.code,
      redirectUri: given.redirect_uri,
      codeVerifier: given.code_verifier,
    });
    ctx.body = { id: organizationId, cus: customerId, access_token: token, token_type: 'bearer' };
  };
}
