/** Tokens, the account that they are of, and their renewal (docs.whop.com/developer/guides/oauth). */
import type { ConnectedAccount, Provider, ProviderContext } from '../_kit/contract.ts';
import { connectInBrowser } from '../_kit/connect-in-browser.ts';
import { ChannelGone, OutcomeUnknown, Rejected, TokenExpired, Unsent } from '../_kit/errors.ts';
import { callJson } from '../_kit/http.ts';
import { apiUrl } from './api.ts';
import { mapTokenFailure } from './errors.ts';
import { answeredWithout } from '../_kit/answered-without.ts';
import { sentence } from '../_kit/sentences/catalogue.ts';
import type { Sentence, Words } from '../_kit/sentences/fill.ts';

/**
 * Where the operator names the app. It is a public client: PKCE protects the code, and there is no secret.
 */
export const APP = { idVariable: 'WHOP_CLIENT_ID' } as const;

/** What the operator can do when Whop does not know the app. */
export const refusedApp = (why: Words): Sentence =>
  sentence('app_id_refused', { why, id: APP.idVariable, network: 'Whop' });

/** Tokens as Whop gave them. */
export interface Tokens {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly idToken: string | null;
  readonly expiresAt: Date;
}

interface TokenAnswer {
  readonly access_token?: unknown;
  readonly refresh_token?: unknown;
  readonly id_token?: unknown;
  readonly expires_in?: unknown;
}

interface UserInfo {
  readonly sub?: string;
  readonly name?: string | null;
  readonly preferred_username?: string | null;
  readonly picture?: string | null;
}

/** There is nothing to type: Whop gives tokens to apps only. */
export const connect = connectInBrowser('Whop');

/**
 * Exchanges a code or a refresh token. Whop takes JSON here, where the standard has a form.
 *
 * @throws Rejected with the standard's code as `networkCode`
 */
export async function requestTokens(
  grant: Readonly<Record<string, string>>,
  ctx: ProviderContext,
): Promise<Tokens> {
  const { body } = await callJson<TokenAnswer>(ctx.egress, `${apiUrl(ctx)}/oauth/token`, {
    method: 'POST',
    json: grant,
    signal: ctx.signal,
    mapFailure: (failure) => mapTokenFailure(failure, ctx.now()),
  });
  const { access_token: accessToken, refresh_token: refreshToken, id_token: idToken } = body ?? {};
  if (typeof accessToken !== 'string' || typeof refreshToken !== 'string') {
    throw new OutcomeUnknown(answeredWithout('Whop', 'tokens'));
  }
  const seconds = typeof body.expires_in === 'number' ? body.expires_in : HOUR_SECONDS;
  return {
    accessToken,
    refreshToken,
    idToken: typeof idToken === 'string' ? idToken : null,
    expiresAt: new Date(ctx.now().getTime() + seconds * 1000),
  };
}

const HOUR_SECONDS = 3600;

/**
 * The account of fresh tokens.
 *
 * @throws Rejected if the token of its identity was made for another sign-in, or Whop does not accept them
 */
export async function accountOfTokens(
  tokens: Tokens,
  nonce: string,
  ctx: ProviderContext,
): Promise<ConnectedAccount> {
  const claimed = tokens.idToken ? await claimsOf(tokens.idToken) : null;
  // It came from Whop itself over TLS, so its signature proves nothing new (OpenID Connect Core, 3.1.3.7).
  if (claimed && claimed.nonce !== nonce) {
    throw new Rejected(sentence('answered_for_another', { network: 'Whop' }));
  }
  const { body: me } = await callJson<UserInfo>(ctx.egress, `${apiUrl(ctx)}/oauth/userinfo`, {
    headers: { authorization: `Bearer ${tokens.accessToken}` },
    signal: ctx.signal,
  }).catch((error: unknown) => {
    if (!(error instanceof TokenExpired)) throw error;
    throw new Rejected(error.message, { networkCode: error.networkCode, cause: error });
  });
  if (!me?.sub) throw new Rejected(answeredWithout('Whop', 'the account'));
  if (claimed && claimed.sub !== me.sub) {
    throw new Rejected(sentence('answered_for_another', { network: 'Whop' }));
  }
  const username = me.preferred_username || null;
  return {
    internalId: me.sub,
    name: me.name || username || me.sub,
    picture: me.picture || null,
    profile: username && `@${username}`,
    credentials: { accessToken: tokens.accessToken, refreshToken: tokens.refreshToken },
    details: { userId: me.sub },
    expiresAt: tokens.expiresAt,
  };
}

async function claimsOf(idToken: string): Promise<{ nonce?: unknown; sub?: string }> {
  const { decodeJwt } = await import('jose');
  try {
    return decodeJwt(idToken);
  } catch (error) {
    throw new OutcomeUnknown(answeredWithout('Whop', 'the account'), { cause: error });
  }
}

/** Renews the token, which lives an hour; the refresh token before is void then. */
export const refresh: NonNullable<Provider['refresh']> = async ({ credentials }, ctx) => {
  const id = ctx.env[APP.idVariable]?.trim();
  if (!id) {
    throw new Unsent(sentence('network_needs_variable', { network: 'Whop', variable: APP.idVariable }), {
      networkCode: 'not_configured',
    });
  }
  const grant = { grant_type: 'refresh_token', refresh_token: credentials.refreshToken ?? '', client_id: id };
  const tokens = await requestTokens(grant, ctx).catch((error: unknown) => {
    if (!(error instanceof Rejected)) throw error;
    const options = { networkCode: error.networkCode, cause: error };
    if (error.networkCode === 'invalid_grant') {
      throw new ChannelGone(sentence('access_withdrawn', { network: 'Whop', why: error.said }), options);
    }
    throw new Unsent(refusedApp(error.said), options);
  });
  return {
    credentials: { accessToken: tokens.accessToken, refreshToken: tokens.refreshToken },
    expiresAt: tokens.expiresAt,
  };
};
