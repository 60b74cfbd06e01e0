/** The login page of MeWe, which stands where other networks have OAuth (dev.mewe.com/authentication). */
import type { ProviderOAuth } from '../_kit/oauth.ts';
import { hostOf } from './api.ts';
import { accountOf } from './auth.ts';

/** The permissions belong to the app; the page shows them to the person. */
export const oauth: ProviderOAuth = {
  scopes: ['post_content', 'user_groups'],
  fields: [],
  app: { kind: 'env', idVariable: 'MEWE_APP_ID', secretVariable: 'MEWE_API_KEY' },
  codeParameter: 'loginRequestToken',
  pkce: async () => false,
  authorizeUrl: ({ app, redirectUri, state }, ctx) =>
    `${hostOf(ctx)}/login?${new URLSearchParams({ client_id: app.id, redirect_uri: redirectUri, state })}`,
  exchange: async ({ app, code }, ctx) => [await accountOf(app, code, ctx)],
};
