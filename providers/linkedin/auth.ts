/** Tokens, and the accounts behind them. Accounts are connected in a browser. */
import type { Channel, ConnectedAccount, Provider, ProviderContext } from '../_kit/contract.ts';
import { connectInBrowser } from '../_kit/connect-in-browser.ts';
import { asRejected, ChannelGone, OutcomeUnknown, Rejected, Unsent } from '../_kit/errors.ts';
import { callJson } from '../_kit/http.ts';
import type { OAuthClient, ProviderOAuth } from '../_kit/oauth.ts';
import { apiUrl, call, siteUrl } from './api.ts';
import { mapTokenFailure } from './errors.ts';
import { answeredWithout } from '../_kit/answered-without.ts';
import { catalogue } from '../_kit/sentences/catalogue.ts';
import { english } from './sentences.ts';

const sentence = catalogue(english);

/** What a profile and a page have different: the app, the permissions, and the accounts of a token. */
export interface AccountKind {
  readonly app: { readonly idVariable: string; readonly secretVariable: string };
  /** Without one of these, nothing can be published. */
  readonly scopes: readonly string[];
  readonly comments: {
    /** The permissions that comments need (learn.microsoft.com/linkedin: Comments API, "Permissions"). */
    readonly scopes: readonly string[];
    /** The variable by which the operator says whether the app has them, and what holds without it. */
    readonly variable: string;
    readonly byDefault: boolean;
  };
  accounts(issued: IssuedTokens, ctx: ProviderContext): Promise<ConnectedAccount[]>;
}

/** What the token endpoint issued. Only apps of approved partners get a refresh token. */
export interface IssuedTokens {
  readonly token: string;
  readonly refreshToken: string | null;
  readonly expiresAt: Date;
  readonly scopes: readonly string[] | null;
}

interface TokenAnswer {
  readonly access_token?: unknown;
  readonly expires_in?: unknown;
  readonly refresh_token?: unknown;
  /** Separated by commas or spaces. */
  readonly scope?: unknown;
}

export const connect = connectInBrowser('LinkedIn');

/**
 * Exchanges a code or a refresh token (learn.microsoft.com/linkedin/shared/authentication). The answer is not
 * what RFC 6749 asks for: `token_type` may be missing, and scopes may be separated by commas.
 *
 * @throws ChannelGone for a grant that LinkedIn no longer accepts
 */
export async function requestTokens(
  app: OAuthClient,
  grant: Readonly<Record<string, string>>,
  ctx: ProviderContext,
): Promise<IssuedTokens> {
  const { body } = await callJson<TokenAnswer>(ctx.egress, `${siteUrl(ctx)}/oauth/v2/accessToken`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ ...grant, client_id: app.id, client_secret: app.secret }).toString(),
    signal: ctx.signal,
    mapFailure: mapTokenFailure,
  });
  if (typeof body?.access_token !== 'string' || typeof body.expires_in !== 'number') {
    throw new OutcomeUnknown(answeredWithout('LinkedIn', 'an access token'));
  }
  return {
    token: body.access_token,
    refreshToken: typeof body.refresh_token === 'string' ? body.refresh_token : null,
    expiresAt: new Date(ctx.now().getTime() + body.expires_in * 1000),
    scopes: typeof body.scope === 'string' ? body.scope.split(/[\s,]+/).filter(Boolean) : null,
  };
}

/** LinkedIn refuses the whole request when the app lacks one of the scopes. */
function askedOf(
  { scopes, comments }: AccountKind,
  { env }: Pick<ProviderContext, 'env'>,
): readonly string[] {
  const said = env[comments.variable]?.trim();
  const asks = said ? said === 'true' : comments.byDefault;
  return asks ? [...scopes, ...comments.scopes] : scopes;
}

/** How accounts of a kind are connected. LinkedIn has no PKCE for apps with a secret. */
export const oauthOf = (kind: AccountKind): ProviderOAuth => ({
  scopes: kind.scopes,
  fields: [],
  app: { kind: 'env', ...kind.app },
  pkce: async () => false,
  authorizeUrl({ app, redirectUri, state }, ctx) {
    const query = {
      response_type: 'code',
      client_id: app.id,
      redirect_uri: redirectUri,
      state,
      scope: askedOf(kind, ctx).join(' '),
    };
    return `${siteUrl(ctx)}/oauth/v2/authorization?${new URLSearchParams(query)}`;
  },
  async exchange({ app, redirectUri, code }, ctx) {
    const grant = { grant_type: 'authorization_code', code, redirect_uri: redirectUri };
    const issued = await requestTokens(app, grant, ctx).catch((error: unknown) => {
      if (!(error instanceof ChannelGone)) throw error;
      throw new Rejected(error.message, { networkCode: error.networkCode, cause: error });
    });
    const granted = issued.scopes;
    const missing = kind.scopes.filter((scope) => granted && !granted.includes(scope));
    if (missing.length) throw new Rejected(sentence('not_granted', { network: 'LinkedIn', scopes: missing }));
    const found = await kind.accounts(issued, ctx);
    const comments = !granted || kind.comments.scopes.every((scope) => granted.includes(scope));
    return comments ? found : found.map((one) => ({ ...one, details: { ...one.details, ...NO_COMMENTS } }));
  },
});

/**
 * A refresh token lives a year from its first issue, and only approved apps have one; without it a person has
 * to connect the channel again, every 60 days.
 */
export const refreshOf =
  ({ app: variables }: AccountKind): NonNullable<Provider['refresh']> =>
  async ({ credentials }, ctx) => {
    const { refreshToken } = credentials;
    if (!refreshToken) {
      throw new ChannelGone(sentence('linkedin_no_renewal'), { networkCode: 'no_refresh_token' });
    }
    const app = { id: ctx.env[variables.idVariable] ?? '', secret: ctx.env[variables.secretVariable] ?? '' };
    const grant = { grant_type: 'refresh_token', refresh_token: refreshToken };
    const issued = await requestTokens(app, grant, ctx).catch((error: unknown) => {
      if (!(error instanceof Rejected)) throw error;
      // The operator's mistake: reconnecting the channel would not help.
      throw new Unsent(error.message, { networkCode: error.networkCode, cause: error });
    });
    return {
      credentials: credentialsOf({ ...issued, refreshToken: issued.refreshToken ?? refreshToken }),
      expiresAt: issued.expiresAt,
    };
  };

/** What is kept of an account that was connected without the permissions for comments. */
export const NO_COMMENTS = { comments: 'not granted' } as const;

const credentialsOf = ({ token, refreshToken }: IssuedTokens): Record<string, string> => ({
  token,
  ...(refreshToken ? { refreshToken } : {}),
});

interface UserInfo {
  readonly sub?: string;
  readonly name?: string;
  readonly picture?: string;
}

/** The member who approved ("Sign In with LinkedIn using OpenID Connect"). */
export async function memberOf(issued: IssuedTokens, ctx: ProviderContext): Promise<ConnectedAccount[]> {
  const { body } = await callJson<UserInfo>(ctx.egress, `${apiUrl(ctx)}/v2/userinfo`, {
    headers: { authorization: `Bearer ${issued.token}` },
    signal: ctx.signal,
  }).catch(asRejected);
  if (!body?.sub || !body.name) throw new Rejected(answeredWithout('LinkedIn', 'the name of the member'));
  return [accountOf(issued, { urn: `urn:li:person:${body.sub}`, name: body.name, picture: body.picture })];
}

interface Organization {
  readonly localizedName?: string;
  readonly vanityName?: string;
}

/** Roles that may publish for a page. */
const ROLES: ReadonlySet<string> = new Set(['ADMINISTRATOR', 'CONTENT_ADMINISTRATOR', 'CONTENT_ADMIN']);
/** Pages of one member that are offered. */
const MAX_PAGES = 100;

/** The pages that the member may publish on, for the person to choose from. */
export async function pagesOf(issued: IssuedTokens, ctx: ProviderContext): Promise<ConnectedAccount[]> {
  const access: Pick<Channel, 'credentials'> = { credentials: { token: issued.token } };
  const { body: acls } = await call<{
    elements?: { role?: string; organization?: string; organizationTarget?: string }[];
  }>(access, ctx, '/rest/organizationAcls', {
    query: { q: 'roleAssignee', state: 'APPROVED', count: MAX_PAGES },
    restliMethod: 'FINDER',
  }).catch(asRejected);
  const urns = (acls?.elements ?? [])
    .filter(({ role = '' }) => ROLES.has(role))
    .map(({ organization, organizationTarget }) => organization ?? organizationTarget ?? '');
  const ids = [...new Set(urns)].map((urn) => urn.replace(/^urn:li:organization:/, '')).filter(Boolean);
  if (!ids.length) {
    throw new Rejected(sentence('linkedin_no_page'));
  }
  const { body } = await call<{ results?: Record<string, Organization> }>(
    access,
    ctx,
    '/rest/organizationsLookup',
    { query: { ids }, restliMethod: 'BATCH_GET' },
  ).catch(asRejected);
  return ids.map((id) => {
    const page = body?.results?.[id];
    const urn = `urn:li:organization:${id}`;
    return accountOf(issued, { urn, name: page?.localizedName ?? urn, vanityName: page?.vanityName });
  });
}

function accountOf(
  issued: IssuedTokens,
  { urn, name, picture, vanityName }: { urn: string; name: string; picture?: string; vanityName?: string },
): ConnectedAccount {
  return {
    internalId: urn.replace(/^urn:li:\w+:/, ''),
    name,
    picture: picture ?? null,
    profile: vanityName ?? null,
    credentials: credentialsOf(issued),
    details: { urn },
    // Without a refresh token nothing can be done ahead: the channel works until LinkedIn answers 401.
    expiresAt: issued.refreshToken ? issued.expiresAt : null,
  };
}

/** Members, with the products "Sign In with LinkedIn using OpenID Connect" and "Share on LinkedIn". */
export const MEMBER: AccountKind = {
  app: { idVariable: 'LINKEDIN_CLIENT_ID', secretVariable: 'LINKEDIN_CLIENT_SECRET' },
  scopes: ['openid', 'profile', 'w_member_social'],
  // "Share on LinkedIn" does not give it, and an app that has it has it by another product.
  comments: { scopes: ['w_member_social_feed'], variable: 'LINKEDIN_COMMENTS', byDefault: false },
  accounts: memberOf,
};

/** Pages, with the product "Community Management API", which has to be the only one of its app. */
export const PAGES: AccountKind = {
  app: { idVariable: 'LINKEDIN_PAGE_CLIENT_ID', secretVariable: 'LINKEDIN_PAGE_CLIENT_SECRET' },
  scopes: ['rw_organization_admin', 'w_organization_social', 'r_organization_social'],
  comments: {
    scopes: ['w_organization_social_feed', 'r_organization_social_feed'],
    variable: 'LINKEDIN_PAGE_COMMENTS',
    byDefault: true,
  },
  accounts: pagesOf,
};
