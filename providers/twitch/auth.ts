/**
 * Tokens, and the account behind them (dev.twitch.tv/docs/authentication: "Authorization code grant flow",
 * "Refreshing access tokens", "Validating tokens").
 */
import type { ConnectedAccount, Provider, ProviderContext } from '../_kit/contract.ts';
import { connectInBrowser } from '../_kit/connect-in-browser.ts';
import { asRejected, Rejected, TokenExpired } from '../_kit/errors.ts';
import { callJson } from '../_kit/http.ts';
import type { OAuthClient, ProviderOAuth } from '../_kit/oauth.ts';
import { appRefused, envAppOf, redeemCode, renewTokens } from '../_shared/oauth/env-app.ts';
import type { TokenEndpoint, Tokens } from '../_shared/oauth/token-endpoint.ts';
import { call, idUrl, type User } from './api.ts';
import { toError, toTokenError } from './errors.ts';
import { answeredWithout } from '../_kit/answered-without.ts';
import { sentence } from '../_kit/sentences/catalogue.ts';

/** Where the operator names the application. */
const APP = { idVariable: 'TWITCH_CLIENT_ID', secretVariable: 'TWITCH_CLIENT_SECRET' } as const;

const refusedApp = appRefused('Twitch', APP);

/** Messages; announcements. Who the user is needs none, nor does the number of followers. */
const SCOPES = ['user:write:chat', 'moderator:manage:announcements'] as const;

/**
 * Twitch wants a token that is kept to be validated every hour, and looks whether applications do ("Who must
 * validate tokens?"). Credentials are renewed before they end, so they end an hour after they were validated.
 */
const VALIDATED_MS = 60 * 60_000;

/** Twitch gives tokens to applications only. */
export const connect = connectInBrowser('Twitch');

const endpointOf = (app: OAuthClient, ctx: ProviderContext): TokenEndpoint => ({
  network: 'Twitch',
  url: `${idUrl(ctx)}/oauth2/token`,
  app,
  clientAuth: 'post',
  refused: toTokenError,
});

/** How channels are connected. Twitch has no PKCE; the secret protects the code. */
export const oauth: ProviderOAuth = {
  scopes: SCOPES,
  fields: [],
  app: { kind: 'env', ...APP },
  pkce: async () => false,
  authorizeUrl({ app, redirectUri, state }, ctx) {
    const query = {
      client_id: app.id,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: SCOPES.join(' '),
      state,
      // A person who has approved before could not choose another account.
      force_verify: 'true',
    };
    return `${idUrl(ctx)}/oauth2/authorize?${new URLSearchParams(query)}`;
  },
  async exchange({ app, redirectUri, code }, ctx) {
    const tokens = await redeemCode(endpointOf(app, ctx), { code, redirectUri }, refusedApp, ctx);
    return [await accountOf(tokens, app, ctx)];
  },
};

/** What Twitch knows of a token; `expires_in` in seconds. */
interface Validation {
  readonly user_id?: string;
  readonly login?: string;
  readonly scopes?: readonly string[] | null;
  readonly expires_in?: number;
}

/** @throws TokenExpired if the token has ended, or was withdrawn */
async function validate(token: string, ctx: ProviderContext): Promise<Validation> {
  const { body } = await callJson<Validation>(ctx.egress, `${idUrl(ctx)}/oauth2/validate`, {
    headers: { authorization: `OAuth ${token}` },
    signal: ctx.signal,
    mapFailure: (failure) => toError(failure, ctx.now()),
  });
  return body ?? {};
}

/** When credentials are looked at again: in an hour, or when they end. */
const untilOf = (endsAt: Date | null, now: Date): Date =>
  new Date(Math.min(endsAt?.getTime() ?? Infinity, now.getTime() + VALIDATED_MS));

/** @throws Rejected if the person granted less than is needed, or Twitch does not accept the token */
async function accountOf(tokens: Tokens, app: OAuthClient, ctx: ProviderContext): Promise<ConnectedAccount> {
  const { scopes } = await validate(tokens.accessToken, ctx).catch(asRejected);
  const missing = SCOPES.filter((scope) => !scopes?.includes(scope));
  if (missing.length) {
    throw new Rejected(sentence('not_granted', { network: 'Twitch', scopes: missing }), {
      networkCode: 'missing_scope',
    });
  }
  if (!tokens.refreshToken) throw new Rejected(sentence('no_lasting_access', { network: 'Twitch' }));
  const access = { token: tokens.accessToken, clientId: app.id };
  const { body } = await call<{ data?: readonly User[] }>(access, ctx, 'users').catch(asRejected);
  const user = body?.data?.[0];
  if (!user?.id || !user.login) throw new Rejected(answeredWithout('Twitch', 'the name of the account'));
  return {
    internalId: user.id,
    name: user.display_name || user.login,
    picture: user.profile_image_url || null,
    profile: user.login,
    credentials: { accessToken: tokens.accessToken, refreshToken: tokens.refreshToken },
    details: { login: user.login, clientId: app.id },
    expiresAt: untilOf(tokens.expiresAt, ctx.now()),
  };
}

/**
 * Validates the token, and renews it when less than an hour of its about four is left, or it has ended. The
 * refresh token may be replaced. A refusal of the application is the operator's matter, and ends no channel.
 */
export const refresh: NonNullable<Provider['refresh']> = async ({ credentials }, ctx) => {
  const app = envAppOf('Twitch', APP, ctx);
  const { accessToken = '', refreshToken = '' } = credentials;
  if (await isGoodForLong(accessToken, ctx)) {
    return { credentials: { accessToken, refreshToken }, expiresAt: untilOf(null, ctx.now()) };
  }
  const renewed = await renewTokens(
    endpointOf(app, ctx),
    refreshToken,
    { refusedApp, hasEnded: (code) => code !== 'invalid_client' },
    ctx,
  );
  return { ...renewed, expiresAt: untilOf(renewed.expiresAt, ctx.now()) };
};

async function isGoodForLong(token: string, ctx: ProviderContext): Promise<boolean> {
  try {
    const { expires_in: seconds = 0 } = await validate(token, ctx);
    return seconds * 1000 > VALIDATED_MS;
  } catch (error) {
    if (error instanceof TokenExpired) return false;
    throw error;
  }
}
