/**
 * Facebook Login, and the Pages behind a person, for Facebook Pages and for Instagram accounts that are
 * connected through one (developers.facebook.com: Facebook Login, Manually build a login flow; Pages API).
 */
import type { ConnectedAccount, EnvVariable, ProviderContext } from '../../_kit/contract.ts';
import { ChannelGone, Rejected, TokenExpired } from '../../_kit/errors.ts';
import type { OAuthClient, ProviderOAuth } from '../../_kit/oauth.ts';
import { callsTo, GRAPH_VERSION, overrideOf, type Graph, type GraphCalls } from './graph.ts';
import { requestToken } from './tokens.ts';
import { sentence } from '../../_kit/sentences/catalogue.ts';
import type { Sentence } from '../../_kit/sentences/fill.ts';

const API_URL = 'https://graph.facebook.com';
const SITE_URL = 'https://www.facebook.com';

type Env = Pick<ProviderContext, 'env'>;

export const facebookGraph = (name: string, { env }: Env): Graph => ({
  name,
  url: overrideOf(env.FACEBOOK_API_URL) ?? API_URL,
  version: GRAPH_VERSION,
});
const callsOf = (name: string, token: string, ctx: ProviderContext): GraphCalls =>
  callsTo(facebookGraph(name, ctx), { credentials: { token } }, ctx);
/** Where people approve. */
const siteUrl = ({ env }: Env): string => overrideOf(env.FACEBOOK_API_URL) ?? SITE_URL;

/** A Page as `/me/accounts` lists it, with the requested `fields`. */
export interface ListedPage {
  readonly id: string;
  readonly name?: string;
  readonly access_token?: string;
}

/** What the networks behind Facebook Login have different. */
export interface LoginKind<P extends ListedPage> {
  readonly name: string;
  readonly scopes: readonly string[];
  /** Fields of a Page that `account` needs; `id`, `name` and `access_token` are always there. */
  readonly fields: string;
  /** The channel of a Page; null if it has none. */
  account(page: P, ctx: ProviderContext): ConnectedAccount | null | Promise<ConnectedAccount | null>;
  /** The message when no Page has one. */
  readonly none: Sentence;
}

/** The variables of the app; `redirect`: the network's identifier. */
export const appEnv = (redirect: string): readonly EnvVariable[] => [
  {
    name: 'FACEBOOK_APP_ID',
    required: false,
    help: `App ID of an app at developers.facebook.com/apps; with FACEBOOK_APP_SECRET it lets people connect Facebook Pages, and Instagram accounts that belong to one. Its redirect URL is FRONTEND_URL followed by /integrations/social/${redirect}`,
  },
  { name: 'FACEBOOK_APP_SECRET', required: false, help: 'App secret of that app' },
  {
    name: 'FACEBOOK_API_URL',
    required: false,
    help: 'URL of a server in place of those of facebook.com, for tests',
  },
];

/** How Pages are connected. Facebook Login has no PKCE for apps with a secret. */
export const loginOf = <P extends ListedPage>(kind: LoginKind<P>): ProviderOAuth => ({
  scopes: kind.scopes,
  fields: [],
  app: { kind: 'env', idVariable: 'FACEBOOK_APP_ID', secretVariable: 'FACEBOOK_APP_SECRET' },
  pkce: async () => false,
  authorizeUrl({ app, redirectUri, state }, ctx) {
    const query = {
      client_id: app.id,
      redirect_uri: redirectUri,
      scope: kind.scopes.join(','),
      response_type: 'code',
      state,
    };
    return `${siteUrl(ctx)}/${GRAPH_VERSION}/dialog/oauth?${new URLSearchParams(query)}`;
  },
  async exchange({ app, redirectUri, code }, ctx) {
    try {
      const token = await exchangeCode(kind.name, app, { redirectUri, code }, ctx);
      await checkPermissions(kind, token, ctx);
      return await accountsOf(kind, token, ctx);
    } catch (error) {
      // What a fresh token is refused for is a missing permission.
      if (!(error instanceof ChannelGone || error instanceof TokenExpired)) throw error;
      throw new Rejected(error.message, { networkCode: error.networkCode, cause: error });
    }
  },
});

/**
 * A code becomes a token of about an hour, which becomes one of 60 days; tokens of Pages that are read with
 * that one do not expire.
 */
async function exchangeCode(
  name: string,
  { id, secret }: OAuthClient,
  { redirectUri, code }: { redirectUri: string; code: string },
  ctx: ProviderContext,
): Promise<string> {
  const url = `${facebookGraph(name, ctx).url}/${GRAPH_VERSION}/oauth/access_token`;
  const app = { client_id: id, client_secret: secret };
  const short = await requestToken(
    name,
    url,
    { form: { ...app, redirect_uri: redirectUri, code }, shown: 'GET' },
    ctx,
  );
  const form = { ...app, grant_type: 'fb_exchange_token', fb_exchange_token: short.token };
  return (await requestToken(name, url, { form, shown: 'GET' }, ctx)).token;
}

interface Permissions {
  readonly data?: readonly { readonly permission: string; readonly status: string }[];
}

/** A person can take single permissions out of the dialog. */
async function checkPermissions(
  { name, scopes }: Pick<LoginKind<ListedPage>, 'name' | 'scopes'>,
  token: string,
  ctx: ProviderContext,
): Promise<void> {
  const { data = [] } = await callsOf(name, token, ctx)<Permissions>('/me/permissions');
  const granted = new Set(
    data.flatMap(({ permission, status }) => (status === 'granted' ? [permission] : [])),
  );
  const missing = scopes.filter((scope) => !granted.has(scope));
  if (missing.length) throw new Rejected(sentence('not_granted', { network: 'Facebook', scopes: missing }));
}

interface PageList<P> {
  readonly data?: readonly P[];
  readonly paging?: { readonly next?: string; readonly cursors?: { readonly after?: string } };
}

const PAGE = 100;
/** Pages of one person that are offered: ten lists of 100. */
const MAX_LISTS = 10;

async function accountsOf<P extends ListedPage>(
  { name, fields, account, none }: LoginKind<P>,
  token: string,
  ctx: ProviderContext,
): Promise<ConnectedAccount[]> {
  const found: ConnectedAccount[] = [];
  let after: string | undefined;
  for (let n = 0; n < MAX_LISTS; n++) {
    const query = {
      fields: `id,name,access_token,${fields}`,
      limit: String(PAGE),
      ...(after ? { after } : {}),
    };
    const { data = [], paging } = await callsOf(name, token, ctx)<PageList<P>>('/me/accounts', { query });
    const accounts = data.map((page) => (page.access_token ? account(page, ctx) : null));
    found.push(...(await Promise.all(accounts)).filter((one) => one !== null));
    after = paging?.next ? paging.cursors?.after : undefined;
    if (!after) break;
  }
  if (!found.length) throw new Rejected(none);
  return found;
}
