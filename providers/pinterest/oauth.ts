/** Connecting an account in a browser (developers.pinterest.com/docs/getting-started). */
import type { ProviderOAuth } from '../_kit/oauth.ts';
import type { ProviderContext } from '../_kit/contract.ts';
import { redeemCode } from '../_shared/oauth/env-app.ts';
import { siteUrl } from './api.ts';
import { accountOfTokens, APP, refusedApp, SECRET_VARIABLE, tokenEndpoint } from './auth.ts';
import { SCOPES, SECRET_SCOPES } from './schema.ts';

/** Whether people are asked for their secret boards too: an app may not have been reviewed for them. */
const wantsSecret = ({ env }: Pick<ProviderContext, 'env'>): boolean =>
  env[SECRET_VARIABLE]?.trim() === 'true';

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
      scope: [...SCOPES, ...(wantsSecret(ctx) ? SECRET_SCOPES : [])].join(','),
      state,
    };
    return `${siteUrl(ctx)}/oauth/?${new URLSearchParams(query)}`;
  },
  async exchange({ app, redirectUri, code }, ctx) {
    const endpoint = tokenEndpoint(app, ctx, 'code');
    const tokens = await redeemCode(endpoint, { code, redirectUri }, refusedApp, ctx);
    return [await accountOfTokens(tokens, ctx)];
  },
};
