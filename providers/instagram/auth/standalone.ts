/** Tokens, and the account behind them (developers.facebook.com: Instagram Platform, Business login). */
import type { Channel, ConnectedAccount, Provider, ProviderContext } from '../../_kit/contract.ts';
import { connectInBrowser } from '../../_kit/connect-in-browser.ts';
import { ChannelGone, Rejected, TokenExpired } from '../../_kit/errors.ts';
import type { OAuthClient, ProviderOAuth } from '../../_kit/oauth.ts';
import { callsOf, NAME } from '../api.ts';
import { readLimit } from '../api/publishing-limit.ts';
import { requestToken, type IssuedToken } from '../../_shared/meta/tokens.ts';
import { API_URL, at, CODE_URL, SITE_URL, STANDALONE } from '../api/standalone.ts';
import { catalogue } from '../../_kit/sentences/catalogue.ts';
import { english } from '../sentences.ts';

const sentence = catalogue(english);

const SCOPES = [
  'instagram_business_basic',
  'instagram_business_content_publish',
  'instagram_business_manage_comments',
  'instagram_business_manage_insights',
] as const;

/** A token of an hour cannot be typed. */
export const connect = connectInBrowser('Instagram');

/** How accounts are connected. Instagram has no PKCE for apps with a secret. */
export const oauth: ProviderOAuth = {
  scopes: SCOPES,
  fields: [],
  app: { kind: 'env', idVariable: 'INSTAGRAM_APP_ID', secretVariable: 'INSTAGRAM_APP_SECRET' },
  pkce: async () => false,
  authorizeUrl({ app, redirectUri, state }, ctx) {
    const query = {
      client_id: app.id,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: SCOPES.join(','),
      state,
      // Without the button that leads to Facebook: accounts behind a Page are another network here.
      enable_fb_login: '0',
    };
    return `${at(SITE_URL, ctx)}/oauth/authorize?${new URLSearchParams(query)}`;
  },
  async exchange({ app, redirectUri, code }, ctx) {
    try {
      return [await accountOf(await exchangeCode(app, { redirectUri, code }, ctx), ctx)];
    } catch (error) {
      // What a fresh token is refused for is a missing permission.
      if (!(error instanceof ChannelGone || error instanceof TokenExpired)) throw error;
      throw new Rejected(error.message, { networkCode: error.networkCode, cause: error });
    }
  },
};

/** A code becomes a token of an hour, which becomes one of 60 days. */
async function exchangeCode(
  { id, secret }: OAuthClient,
  { redirectUri, code }: { redirectUri: string; code: string },
  ctx: ProviderContext,
): Promise<IssuedToken> {
  const form = {
    client_id: id,
    client_secret: secret,
    grant_type: 'authorization_code',
    redirect_uri: redirectUri,
    code,
  };
  const { token } = await requestToken(NAME, `${at(CODE_URL, ctx)}/oauth/access_token`, { form }, ctx);
  // The documents have no other place for the secret of this exchange than its query.
  const query = { grant_type: 'ig_exchange_token', client_secret: secret };
  return requestToken(NAME, `${at(API_URL, ctx)}/access_token`, { query, token }, ctx);
}

interface Profile {
  /** The id of the professional account, which the paths need; `id` is another one for each app. */
  readonly user_id?: string;
  readonly username?: string;
  readonly name?: string;
  readonly profile_picture_url?: string;
}

async function accountOf({ token, expiresAt }: IssuedToken, ctx: ProviderContext): Promise<ConnectedAccount> {
  const access: Pick<Channel, 'credentials'> = { credentials: { token } };
  const me = await callsOf(
    STANDALONE,
    access,
    ctx,
  )<Profile>('/me', { query: { fields: 'user_id,username,name,profile_picture_url' } });
  if (!me.user_id || !me.username) {
    throw new Rejected(sentence('instagram_not_professional'));
  }
  const limit = await readLimit(STANDALONE, { internalId: me.user_id, ...access }, ctx);
  return {
    internalId: me.user_id,
    name: me.name || me.username,
    picture: me.profile_picture_url ?? null,
    profile: me.username,
    credentials: { token },
    details: { username: me.username, ...limit },
    expiresAt,
  };
}

/** A token can be renewed from its second day on, and as long as it lives; the limit is read again. */
export const refresh: NonNullable<Provider['refresh']> = async ({ internalId, credentials }, ctx) => {
  const query = { grant_type: 'ig_refresh_token' };
  const url = `${at(API_URL, ctx)}/refresh_access_token`;
  const { token, expiresAt } = await requestToken(NAME, url, { query, token: credentials.token }, ctx);
  const renewed = { token };
  const details = await readLimit(STANDALONE, { internalId, credentials: renewed }, ctx);
  return { credentials: renewed, expiresAt, details };
};
