/** Tokens, and the account behind them (developers.facebook.com/documentation/threads: Get started). */
import type { Channel, ConnectedAccount, Provider, ProviderContext } from '../_kit/contract.ts';
import { connectInBrowser } from '../_kit/connect-in-browser.ts';
import { ChannelGone, Rejected, TokenExpired } from '../_kit/errors.ts';
import type { OAuthClient, ProviderOAuth } from '../_kit/oauth.ts';
import { requestToken, type IssuedToken, type TokenCall } from '../_shared/meta/tokens.ts';
import { apiUrl, call, NAME, profileUrl, siteUrl } from './api.ts';
import { answeredWithout } from '../_kit/answered-without.ts';

/** `threads_read_replies` lets a lost reply be found again; `threads_delete` takes a post down. */
const SCOPES = [
  'threads_basic',
  'threads_content_publish',
  'threads_read_replies',
  'threads_manage_insights',
  'threads_delete',
] as const;

/** Threads accounts are connected in the browser; a token of an hour cannot be typed. */
export const connect = connectInBrowser('Threads');

const request = (path: string, options: TokenCall, ctx: ProviderContext): Promise<IssuedToken> =>
  requestToken(NAME, `${apiUrl(ctx)}${path}`, options, ctx);

/** How accounts are connected. Threads has no PKCE for apps with a secret. */
export const oauth: ProviderOAuth = {
  scopes: SCOPES,
  fields: [],
  app: { kind: 'env', idVariable: 'THREADS_APP_ID', secretVariable: 'THREADS_APP_SECRET' },
  pkce: async () => false,
  authorizeUrl({ app, redirectUri, state }, ctx) {
    const query = {
      client_id: app.id,
      redirect_uri: redirectUri,
      scope: SCOPES.join(','),
      response_type: 'code',
      state,
    };
    return `${siteUrl(ctx)}/oauth/authorize?${new URLSearchParams(query)}`;
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
  app: OAuthClient,
  { redirectUri, code }: { redirectUri: string; code: string },
  ctx: ProviderContext,
): Promise<IssuedToken> {
  const { token } = await request(
    '/oauth/access_token',
    {
      form: {
        client_id: app.id,
        client_secret: app.secret,
        grant_type: 'authorization_code',
        redirect_uri: redirectUri,
        code,
      },
      // So Meta's collection of requests has it; the page "Get access tokens" has a form.
      shown: 'POST',
    },
    ctx,
  );
  // The documents have no other place for the secret of this exchange than its query.
  const query = { grant_type: 'th_exchange_token', client_secret: app.secret };
  return request('/access_token', { query, token }, ctx);
}

interface Profile {
  readonly id?: string;
  readonly username?: string;
  readonly name?: string;
  readonly threads_profile_picture_url?: string;
}

async function accountOf({ token, expiresAt }: IssuedToken, ctx: ProviderContext): Promise<ConnectedAccount> {
  const access: Pick<Channel, 'credentials'> = { credentials: { token } };
  const me = await call<Profile>(access, ctx, '/me', {
    query: { fields: 'id,username,name,threads_profile_picture_url' },
  });
  if (!me.id || !me.username) throw new Rejected(answeredWithout('Threads', 'the name of the account'));
  const details = { username: me.username };
  return {
    internalId: me.id,
    name: me.name || me.username,
    picture: me.threads_profile_picture_url ?? null,
    profile: new URL(profileUrl({ details })).pathname.slice(1),
    credentials: { token },
    details,
    expiresAt,
  };
}

/** A token can be renewed from its second day on, and as long as it lives. */
export const refresh: NonNullable<Provider['refresh']> = async ({ credentials }, ctx) => {
  const query = { grant_type: 'th_refresh_token' };
  const { token, expiresAt } = await request(
    '/refresh_access_token',
    { query, token: credentials.token },
    ctx,
  );
  return { credentials: { token }, expiresAt };
};
