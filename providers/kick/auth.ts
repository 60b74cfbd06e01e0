/** Tokens, and the channel behind them (docs.kick.com, "OAuth 2.1" and "Scopes"). */
import type { ConnectedAccount, Provider, ProviderContext } from '../_kit/contract.ts';
import { connectInBrowser } from '../_kit/connect-in-browser.ts';
import { asRejected, Rejected } from '../_kit/errors.ts';
import type { OAuthClient, ProviderOAuth } from '../_kit/oauth.ts';
import { appRefused, envAppOf, redeemCode, renewTokens } from '../_shared/oauth/env-app.ts';
import type { TokenEndpoint, Tokens } from '../_shared/oauth/token-endpoint.ts';
import { call, idUrl, type KickChannel, type User } from './api.ts';
import { toTokenError } from './errors.ts';
import { answeredWithout } from '../_kit/answered-without.ts';
import { sentence } from '../_kit/sentences/catalogue.ts';

/** Where the operator names the app. */
const APP = { idVariable: 'KICK_CLIENT_ID', secretVariable: 'KICK_SECRET' } as const;

const refusedApp = appRefused('Kick', APP);

/** The person's identity; the URL of the channel; messages; taking them down. */
const SCOPES = ['user:read', 'channel:read', 'chat:write', 'moderation:chat_message:manage'] as const;

/** Kick gives tokens to apps only. */
export const connect = connectInBrowser('Kick');

const endpointOf = (app: OAuthClient, ctx: ProviderContext): TokenEndpoint => ({
  network: 'Kick',
  url: `${idUrl(ctx)}/oauth/token`,
  app,
  clientAuth: 'post',
  refused: toTokenError,
});

/**
 * Kick's page turns the first "127.0.0.1" of its URL into "localhost" (KickDevDocs, issue 211), so that it
 * would send people somewhere else. So a parameter that it does not know, ahead of the redirect URL, contains
 * it.
 */
const decoyFor = (redirectUri: string): Record<string, string> =>
  new URL(redirectUri).hostname === '127.0.0.1' ? { redirect: '127.0.0.1' } : {};

/** How channels are connected. Kick demands PKCE of every app. */
export const oauth: ProviderOAuth = {
  scopes: SCOPES,
  fields: [],
  app: { kind: 'env', ...APP },
  pkce: async () => true,
  authorizeUrl({ app, redirectUri, state, challenge = '' }, ctx) {
    const query = {
      ...decoyFor(redirectUri),
      response_type: 'code',
      client_id: app.id,
      redirect_uri: redirectUri,
      scope: SCOPES.join(' '),
      code_challenge: challenge,
      code_challenge_method: 'S256',
      state,
    };
    return `${idUrl(ctx)}/oauth/authorize?${new URLSearchParams(query)}`;
  },
  async exchange({ app, redirectUri, code, verifier = '' }, ctx) {
    const tokens = await redeemCode(endpointOf(app, ctx), { code, redirectUri, verifier }, refusedApp, ctx);
    return [await accountOf(tokens, ctx)];
  },
};

/** @throws Rejected if the person granted less than is needed, or Kick does not accept the token */
async function accountOf(tokens: Tokens, ctx: ProviderContext): Promise<ConnectedAccount> {
  const missing = SCOPES.filter((scope) => tokens.scopes && !tokens.scopes.includes(scope));
  if (missing.length) {
    throw new Rejected(sentence('not_granted', { network: 'Kick', scopes: missing }), {
      networkCode: 'missing_scope',
    });
  }
  if (!tokens.refreshToken) throw new Rejected(sentence('no_lasting_access', { network: 'Kick' }));
  const credentials = { accessToken: tokens.accessToken, refreshToken: tokens.refreshToken };
  const users = await call<readonly User[]>({ credentials }, ctx, 'users').catch(asRejected);
  const channels = await call<readonly KickChannel[]>({ credentials }, ctx, 'channels').catch(asRejected);
  const [user, channel] = [users?.[0], channels?.[0]];
  if (!user?.user_id || !user.name) throw new Rejected(answeredWithout('Kick', 'the name of the account'));
  if (!channel?.slug) throw new Rejected(answeredWithout('Kick', 'the URL of the channel'));
  return {
    internalId: String(user.user_id),
    name: user.name,
    picture: user.profile_picture || null,
    profile: channel.slug,
    credentials,
    details: { slug: channel.slug },
    expiresAt: tokens.expiresAt,
  };
}

/**
 * Renews the token; the refresh token is replaced, too. A refusal of the app is the operator's matter, and
 * ends no channel.
 */
export const refresh: NonNullable<Provider['refresh']> = async ({ credentials }, ctx) => {
  const app = envAppOf('Kick', APP, ctx);
  const { refreshToken = '' } = credentials;
  return renewTokens(
    endpointOf(app, ctx),
    refreshToken,
    { refusedApp, hasEnded: (code) => code !== 'invalid_client' },
    ctx,
  );
};
