/** Connecting an account in a browser (developers.pinterest.com/docs/getting-started). */
import { Rejected } from '../_kit/errors.ts';
import type { ProviderOAuth } from '../_kit/oauth.ts';
import { requestTokens } from '../_shared/oauth/token-endpoint.ts';
import { siteUrl } from './api.ts';
import { accountOfTokens, APP, APP_REFUSED, tokenEndpoint } from './auth.ts';
import { SCOPES } from './schema.ts';

/** The operator has to register the app. */
export const oauth: ProviderOAuth = {
  scopes: SCOPES,
  fields: [],
  app: { kind: 'env', ...APP },
  // Not in Pinterest's description; the secret of the app protects the code.
  pkce: async () => false,
  authorizeUrl({ app, redirectUri, state }, ctx) {
    const query = {
      client_id: app.id,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: SCOPES.join(','),
      state,
    };
    return `${siteUrl(ctx)}/oauth/?${new URLSearchParams(query)}`;
  },
  async exchange({ app, redirectUri, code }, ctx) {
    const endpoint = tokenEndpoint(app, ctx, 'code');
    const tokens = await requestTokens(endpoint, { code, redirectUri }, ctx).catch((error: unknown) => {
      if (!(error instanceof Rejected) || error.networkCode !== 'invalid_client') throw error;
      throw new Rejected(`${error.message}. ${APP_REFUSED}`, {
        networkCode: error.networkCode,
        cause: error,
      });
    });
    return [await accountOfTokens(tokens, ctx)];
  },
};
