/**
 * Connecting in a browser: the operator's app on X, and the authorization code with PKCE
 * (docs.x.com/fundamentals/authentication/oauth-2-0/user-access-token).
 */
import { Rejected } from '../_kit/errors.ts';
import type { ProviderOAuth } from '../_kit/oauth.ts';
import { requestTokens } from '../_shared/oauth/token-endpoint.ts';
import { siteUrl } from './api.ts';
import { accountOfTokens, APP, refusedApp, tokenEndpoint } from './auth.ts';
import { SCOPES } from './schema.ts';

/** A code is valid for 30 seconds. */
export const oauth: ProviderOAuth = {
  scopes: SCOPES,
  fields: [],
  app: { kind: 'env', ...APP },
  pkce: async () => true,
  authorizeUrl({ app, redirectUri, state, challenge }, ctx) {
    const query = {
      response_type: 'code',
      client_id: app.id,
      redirect_uri: redirectUri,
      scope: SCOPES.join(' '),
      state,
      ...(challenge ? { code_challenge: challenge, code_challenge_method: 'S256' } : {}),
    };
    // X reads a plus sign as itself: spaces must be %20.
    const encoded = new URLSearchParams(query).toString().replaceAll('+', '%20');
    return `${siteUrl(ctx)}/i/oauth2/authorize?${encoded}`;
  },
  async exchange({ app, redirectUri, code, verifier = '' }, ctx) {
    const grant = { code, verifier, redirectUri };
    const tokens = await requestTokens(tokenEndpoint(app, ctx), grant, ctx).catch((error: unknown) => {
      if (!(error instanceof Rejected) || !error.networkCode?.endsWith('_client')) throw error;
      throw new Rejected(refusedApp(error.said), { networkCode: error.networkCode, cause: error });
    });
    return [await accountOfTokens(tokens, ctx)];
  },
};
