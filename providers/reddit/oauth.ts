/** Connecting an account in a browser (github.com/reddit-archive/reddit/wiki/OAuth2). */
import { ChannelGone, Rejected } from '../_kit/errors.ts';
import type { ProviderOAuth } from '../_kit/oauth.ts';
import { siteUrl } from './api.ts';
import { accountOf, requestTokens } from './auth.ts';
import { SCOPES } from './schema.ts';

/** The operator has to create the app ("web app"): Reddit has no dynamic registration. */
export const oauth: ProviderOAuth = {
  scopes: SCOPES,
  fields: [],
  app: { kind: 'env', idVariable: 'REDDIT_CLIENT_ID', secretVariable: 'REDDIT_CLIENT_SECRET' },
  // Not in Reddit's description; the secret of the app protects the code.
  pkce: async () => false,
  authorizeUrl({ app, redirectUri, state }, ctx) {
    const query = {
      client_id: app.id,
      response_type: 'code',
      state,
      redirect_uri: redirectUri,
      // With a refresh token, which lives until the person revokes it.
      duration: 'permanent',
      scope: SCOPES.join(' '),
    };
    return `${siteUrl(ctx)}/api/v1/authorize?${new URLSearchParams(query)}`;
  },
  async exchange({ app, redirectUri, code }, ctx) {
    const grant = { grant_type: 'authorization_code', code, redirect_uri: redirectUri };
    const issued = await requestTokens({ app }, grant, ctx).catch((error: unknown) => {
      if (!(error instanceof ChannelGone)) throw error;
      throw new Rejected(error.message, { networkCode: error.networkCode, cause: error });
    });
    return [await accountOf(issued, ctx)];
  },
};
