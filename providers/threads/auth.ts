/** Tokens, and the account behind them (developers.facebook.com/documentation/threads: Get started). */
import type { Channel, ConnectedAccount, Provider, ProviderContext } from '../_kit/contract.ts';
import { ChannelGone, OutcomeUnknown, Rejected, TokenExpired } from '../_kit/errors.ts';
import { callJson } from '../_kit/http.ts';
import type { OAuthClient, ProviderOAuth } from '../_kit/oauth.ts';
import { apiUrl, call, profileUrl, siteUrl } from './api.ts';
import { mapTokenFailure } from './errors.ts';

/** `threads_read_replies` lets a lost reply be found again; `threads_delete` takes a post down. */
const SCOPES = [
  'threads_basic',
  'threads_content_publish',
  'threads_read_replies',
  'threads_manage_insights',
  'threads_delete',
] as const;

/** Threads accounts are connected in the browser; a token of an hour cannot be typed. */
export const connect: Provider['connect'] = async () => {
  throw new Rejected('Threads accounts are connected in the browser');
};

interface TokenAnswer {
  readonly access_token?: unknown;
  readonly expires_in?: unknown;
}

interface Issued {
  readonly token: string;
  /** null for the first one, which lives an hour. */
  readonly expiresAt: Date | null;
}

interface TokenCall {
  readonly query?: Readonly<Record<string, string>>;
  readonly form?: Readonly<Record<string, string>>;
  readonly token?: string;
}

/** @throws ChannelGone for a grant that Threads does not accept */
async function requestToken(
  path: string,
  { query, form, token }: TokenCall,
  ctx: ProviderContext,
): Promise<Issued> {
  const { body } = await callJson<TokenAnswer>(
    ctx.egress,
    `${apiUrl(ctx)}${path}${query ? `?${new URLSearchParams(query)}` : ''}`,
    {
      method: form ? 'POST' : 'GET',
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
      },
      ...(form ? { body: new URLSearchParams(form).toString() } : {}),
      signal: ctx.signal,
      mapFailure: (failure) => mapTokenFailure(failure, ctx.now()),
    },
  );
  if (typeof body?.access_token !== 'string') {
    throw new OutcomeUnknown('Threads answered without an access token');
  }
  const seconds = typeof body.expires_in === 'number' ? body.expires_in : null;
  return {
    token: body.access_token,
    expiresAt: seconds === null ? null : new Date(ctx.now().getTime() + seconds * 1000),
  };
}

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
): Promise<Issued> {
  const { token } = await requestToken(
    '/oauth/access_token',
    {
      form: {
        client_id: app.id,
        client_secret: app.secret,
        grant_type: 'authorization_code',
        redirect_uri: redirectUri,
        code,
      },
    },
    ctx,
  );
  // The documents have no other place for the secret of this exchange than its query.
  const query = { grant_type: 'th_exchange_token', client_secret: app.secret };
  return requestToken('/access_token', { query, token }, ctx);
}

interface Profile {
  readonly id?: string;
  readonly username?: string;
  readonly name?: string;
  readonly threads_profile_picture_url?: string;
}

async function accountOf({ token, expiresAt }: Issued, ctx: ProviderContext): Promise<ConnectedAccount> {
  const access: Pick<Channel, 'credentials'> = { credentials: { token } };
  const me = await call<Profile>(access, ctx, '/me', {
    query: { fields: 'id,username,name,threads_profile_picture_url' },
  });
  if (!me.id || !me.username) throw new Rejected('Threads answered without the name of the account');
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
  const { token, expiresAt } = await requestToken(
    '/refresh_access_token',
    { query, token: credentials.token },
    ctx,
  );
  return { credentials: { token }, expiresAt };
};
