/**
 * Connecting the blogs of an account in a browser, and renewing its tokens (api.md, "OAuth2 Authorization").
 */
import type { Channel, ConnectedAccount, Provider, ProviderContext } from '../_kit/contract.ts';
import { connectInBrowser } from '../_kit/connect-in-browser.ts';
import { asRejected, Rejected } from '../_kit/errors.ts';
import type { OAuthClient, ProviderOAuth } from '../_kit/oauth.ts';
import { appRefused, envAppOf, redeemCode, renewTokens } from '../_shared/oauth/env-app.ts';
import type { TokenEndpoint, Tokens } from '../_shared/oauth/token-endpoint.ts';
import { apiUrl, call, named, siteUrl } from './api.ts';
import { mapTokenFailure } from './errors.ts';
import { SCOPES } from './schema.ts';
import { catalogue } from '../_kit/sentences/catalogue.ts';
import { english } from './sentences.ts';

const sentence = catalogue(english);

const APP = { idVariable: 'TUMBLR_CLIENT_ID', secretVariable: 'TUMBLR_CLIENT_SECRET' } as const;
const refusedApp = appRefused('Tumblr', APP);

/** A blog that the person may post to ("/user/info"). */
export interface Blog {
  readonly name?: string;
  readonly title?: string;
  readonly uuid?: string;
  readonly followers?: number;
  readonly avatar?: readonly { readonly url?: string }[];
}

const endpointOf = (app: OAuthClient, ctx: ProviderContext): TokenEndpoint => ({
  network: 'Tumblr',
  url: `${apiUrl(ctx)}/v2/oauth2/token`,
  app,
  clientAuth: 'post',
  refused: (failure) => mapTokenFailure(failure, ctx.now()),
});

/** There is nothing to type: Tumblr gives tokens to applications only. */
export const connect = connectInBrowser('Tumblr');

/**
 * How blogs are connected. Tumblr's documents have no PKCE; the secret of the application protects the code.
 */
export const oauth: ProviderOAuth = {
  scopes: SCOPES,
  fields: [],
  app: { kind: 'env', ...APP },
  pkce: async () => false,
  authorizeUrl({ app, redirectUri, state }, ctx) {
    const query = {
      client_id: app.id,
      response_type: 'code',
      scope: SCOPES.join(' '),
      state,
      redirect_uri: redirectUri,
    };
    return `${siteUrl(ctx)}/oauth2/authorize?${new URLSearchParams(query)}`;
  },
  async exchange({ app, redirectUri, code }, ctx) {
    const tokens = await redeemCode(endpointOf(app, ctx), { code, redirectUri }, refusedApp, named(ctx));
    return accountsOf(tokens, ctx);
  },
};

/**
 * The blogs of fresh tokens, for the person to choose from.
 *
 * @throws Rejected if the person granted less than is needed, or has no blog to post to
 */
export async function accountsOf(tokens: Tokens, ctx: ProviderContext): Promise<readonly ConnectedAccount[]> {
  const missing = SCOPES.filter((scope) => tokens.scopes && !tokens.scopes.includes(scope));
  if (missing.length) {
    throw new Rejected(sentence('not_granted', { network: 'Tumblr', scopes: missing }), {
      networkCode: 'missing_scope',
    });
  }
  if (!tokens.refreshToken) throw new Rejected(sentence('no_lasting_access', { network: 'Tumblr' }));
  const credentials = { accessToken: tokens.accessToken, refreshToken: tokens.refreshToken };
  const blogs = await readBlogs({ credentials }, ctx).catch(asRejected);
  const accounts = blogs.flatMap((blog) => toAccount(blog, { credentials, tokens }, ctx));
  if (!accounts.length) {
    throw new Rejected(sentence('tumblr_no_blog'), { networkCode: 'no_blog' });
  }
  return accounts;
}

/** The blogs that an account may post to. */
export async function readBlogs(
  channel: Pick<Channel, 'credentials'>,
  ctx: ProviderContext,
): Promise<readonly Blog[]> {
  const { user } = await call<{ user?: { blogs?: readonly Blog[] } }>(channel, ctx, '/user/info');
  return user?.blogs ?? [];
}

function toAccount(
  { name, title, uuid, avatar }: Blog,
  { credentials, tokens }: { credentials: Record<string, string>; tokens: Tokens },
  ctx: ProviderContext,
): ConnectedAccount[] {
  if (!name) return [];
  return [
    {
      internalId: uuid || name,
      name: title?.trim() || name,
      picture: avatar
        ? (avatar.find(({ url }) => url)?.url ?? null)
        : `${apiUrl(ctx)}/v2/blog/${name}.tumblr.com/avatar/128`,
      profile: name,
      credentials,
      details: { name },
      expiresAt: tokens.expiresAt,
    },
  ];
}

/**
 * Renews the token, which lives 42 minutes; each answer has a new refresh token, of another 42 days. A
 * refusal of the application is the operator's matter, and ends no channel.
 */
export const refresh: NonNullable<Provider['refresh']> = async (channel, ctx) => {
  const app = envAppOf('Tumblr', APP, ctx);
  const { refreshToken = '' } = channel.credentials;
  return renewTokens(endpointOf(app, ctx), refreshToken, { refusedApp }, named(ctx));
};
