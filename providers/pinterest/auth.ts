/** The account of a token, and its renewal (developers.pinterest.com/docs/getting-started). */
import type { ConnectedAccount, Provider, ProviderContext } from '../_kit/contract.ts';
import { connectInBrowser } from '../_kit/connect-in-browser.ts';
import { asRejected, Rejected } from '../_kit/errors.ts';
import { appRefused, envAppOf, renewTokens } from '../_shared/oauth/env-app.ts';
import type { TokenEndpoint, Tokens } from '../_shared/oauth/token-endpoint.ts';
import { apiUrl, call } from './api.ts';
import { mapTokenFailure } from './errors.ts';
import { SCOPES } from './schema.ts';
import { answeredWithout } from '../_kit/answered-without.ts';
import { sentence } from '../_kit/sentences/catalogue.ts';

/** Where the operator names the app that people approve. */
export const APP = { idVariable: 'PINTEREST_CLIENT_ID', secretVariable: 'PINTEREST_CLIENT_SECRET' } as const;

/** Where the operator says that people can choose secret boards. */
export const SECRET_VARIABLE = 'PINTEREST_SECRET_BOARDS';

/** What the operator can do when Pinterest does not know the app. */
export const refusedApp = appRefused('Pinterest', APP);

interface UserAccount {
  /** Missing in answers of older versions; names cannot be taken twice. */
  readonly id?: string;
  readonly username?: string;
  readonly business_name?: string | null;
  readonly profile_image?: string | null;
  readonly account_type?: string;
}

/** There is nothing to type: Pinterest gives tokens to apps only. */
export const connect = connectInBrowser('Pinterest');

/**
 * The token endpoint. Refresh tokens that can be renewed without end are the only kind for apps made since
 * September 2025; older apps have to ask for them.
 */
export function tokenEndpoint(
  app: TokenEndpoint['app'],
  ctx: ProviderContext,
  grant: 'code' | 'refresh',
): TokenEndpoint {
  return {
    network: 'Pinterest',
    url: `${apiUrl(ctx)}/v5/oauth/token`,
    app,
    clientAuth: 'basic_plain',
    refused: (failure) => mapTokenFailure(failure, ctx.now()),
    ...(grant === 'code' ? { parameters: { continuous_refresh: 'true' } } : {}),
  };
}

/** Pinterest separates scopes by commas in some answers, and by spaces in others. */
const scopesOf = ({ scopes }: Tokens): string[] | null =>
  scopes?.flatMap((scope) => scope.split(',')).filter(Boolean) ?? null;

/**
 * The account of fresh tokens.
 *
 * @throws Rejected if the person granted less than is needed, or Pinterest does not accept the token
 */
export async function accountOfTokens(tokens: Tokens, ctx: ProviderContext): Promise<ConnectedAccount> {
  const granted = scopesOf(tokens);
  const missing = SCOPES.filter((scope) => granted && !granted.includes(scope));
  if (missing.length) {
    throw new Rejected(sentence('not_granted', { network: 'Pinterest', scopes: missing }), {
      networkCode: 'missing_scope',
    });
  }
  if (!tokens.refreshToken) throw new Rejected(sentence('no_lasting_access', { network: 'Pinterest' }));
  const credentials = { accessToken: tokens.accessToken, refreshToken: tokens.refreshToken };
  const me = await call<UserAccount>({ credentials }, ctx, '/user_account').catch(asRejected);
  if (!me?.username) throw new Rejected(answeredWithout('Pinterest', 'the name of the account'));
  return {
    internalId: me.id ?? me.username,
    name: me.business_name || me.username,
    picture: me.profile_image || null,
    profile: me.username,
    credentials,
    details: { username: me.username },
    expiresAt: tokens.expiresAt,
  };
}

/**
 * Renews the token, which lives 30 days; each answer has a refresh token of another 60 days. The one before
 * is kept if there is none. A refusal of the app is the operator's matter, and ends no channel.
 */
export const refresh: NonNullable<Provider['refresh']> = async (channel, ctx) => {
  const app = envAppOf('Pinterest', APP, ctx);
  const { refreshToken = '' } = channel.credentials;
  return renewTokens(tokenEndpoint(app, ctx, 'refresh'), refreshToken, { refusedApp }, ctx);
};
