/**
 * Tokens, and the account behind them (developers.tiktok.com: Login Kit for Web, manage user access tokens).
 */
import type { ConnectedAccount, Provider, ProviderContext } from '../_kit/contract.ts';
import { connectInBrowser } from '../_kit/connect-in-browser.ts';
import { asRejected, Rejected } from '../_kit/errors.ts';
import type { OAuthClient, ProviderOAuth } from '../_kit/oauth.ts';
import { appRefused, envAppOf, redeemCode, renewTokens } from '../_shared/oauth/env-app.ts';
import type { TokenEndpoint, Tokens } from '../_shared/oauth/token-endpoint.ts';
import { apiUrl, call, siteUrl } from './api.ts';
import { answeredWithout } from '../_kit/answered-without.ts';
import { sentence } from '../_kit/sentences/catalogue.ts';

/** Where the operator names the app; TikTok calls its id the client key. */
const APP = { idVariable: 'TIKTOK_CLIENT_ID', secretVariable: 'TIKTOK_CLIENT_SECRET' } as const;

const refusedApp = appRefused('TikTok', APP);

/** The name; its user name; its numbers; the list in which a lost post is found; publishing; drafts. */
const SCOPES = [
  'user.info.basic',
  'user.info.profile',
  'user.info.stats',
  'video.list',
  'video.publish',
  'video.upload',
] as const;

/** TikTok gives tokens to apps only. */
export const connect = connectInBrowser('TikTok');

const endpointOf = (app: OAuthClient, ctx: ProviderContext): TokenEndpoint => ({
  network: 'TikTok',
  url: `${apiUrl(ctx)}/v2/oauth/token/`,
  app,
  clientAuth: 'client_key',
});

/**
 * How accounts are connected. PKCE is for apps on phones and computers; here the secret protects the code.
 */
export const oauth: ProviderOAuth = {
  scopes: SCOPES,
  fields: [],
  app: { kind: 'env', ...APP },
  pkce: async () => false,
  authorizeUrl({ app, redirectUri, state }, ctx) {
    const query = {
      client_key: app.id,
      scope: SCOPES.join(','),
      response_type: 'code',
      redirect_uri: redirectUri,
      state,
    };
    return `${siteUrl(ctx)}/v2/auth/authorize/?${new URLSearchParams(query)}`;
  },
  async exchange({ app, redirectUri, code }, ctx) {
    const tokens = await redeemCode(endpointOf(app, ctx), { code, redirectUri }, refusedApp, ctx);
    return [await accountOf(tokens, ctx)];
  },
};

interface User {
  readonly open_id?: string;
  readonly avatar_url?: string;
  readonly display_name?: string;
  readonly username?: string;
}

/** TikTok separates scopes by commas. */
const missingIn = ({ scopes }: Tokens): string[] => {
  const granted = scopes?.flatMap((scope) => scope.split(','));
  return SCOPES.filter((scope) => granted && !granted.includes(scope));
};

/** @throws Rejected if the person granted less than is needed, or TikTok does not accept the token */
async function accountOf(tokens: Tokens, ctx: ProviderContext): Promise<ConnectedAccount> {
  const missing = missingIn(tokens);
  if (missing.length) {
    throw new Rejected(sentence('not_granted', { network: 'TikTok', scopes: missing }), {
      networkCode: 'scope_not_authorized',
    });
  }
  if (!tokens.refreshToken) throw new Rejected(sentence('no_lasting_access', { network: 'TikTok' }));
  const credentials = { accessToken: tokens.accessToken, refreshToken: tokens.refreshToken };
  const fields = ['open_id', 'avatar_url', 'display_name', 'username'];
  const { user } = await call<{ user?: User }>({ credentials }, ctx, 'user/info', { fields }).catch(
    asRejected,
  );
  if (!user?.open_id || !user.username) {
    throw new Rejected(answeredWithout('TikTok', 'the name of the account'));
  }
  return {
    internalId: user.open_id,
    name: user.display_name || user.username,
    picture: user.avatar_url || null,
    profile: user.username,
    credentials,
    details: { username: user.username },
    expiresAt: tokens.expiresAt,
  };
}

/**
 * Renews the token of hours; the refresh token is replaced each time, and the one before ends. A refusal of
 * the app is the operator's matter, and ends no channel.
 */
export const refresh: NonNullable<Provider['refresh']> = async ({ credentials }, ctx) => {
  const app = envAppOf('TikTok', APP, ctx);
  const { refreshToken = '' } = credentials;
  return renewTokens(endpointOf(app, ctx), refreshToken, { refusedApp }, ctx);
};
