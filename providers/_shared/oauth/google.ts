/**
 * Tokens of Google's authorization server, common to its networks
 * (developers.google.com/identity/protocols/oauth2/web-server).
 */
import type { Channel, ConnectedAccount, ProviderContext } from '../../_kit/contract.ts';
import { ChannelGone, Rejected, Unsent } from '../../_kit/errors.ts';
import type { EnvClient, OAuthClient, ProviderOAuth } from '../../_kit/oauth.ts';
import { appRefused, envAppOf } from './env-app.ts';
import { requestTokens, type Tokens } from './token-endpoint.ts';
import { sentence } from '../../_kit/sentences/catalogue.ts';

/** One of Google's networks, as its authorization server sees it. */
export interface GoogleApp {
  /** How people call the network. */
  readonly network: string;
  readonly scopes: readonly string[];
  /** Further ones that the operator wants to be asked for; a person may leave them out. */
  moreScopes?(ctx: Pick<ProviderContext, 'env'>): readonly string[];
  readonly variables: Required<Pick<EnvClient, 'idVariable' | 'secretVariable'>>;
  /** The variable with the URL of a server in place of all of Google's, for tests. */
  readonly urlVariable: string;
  /** The accounts of fresh tokens: one, or several for the person to choose from. */
  accounts(tokens: Tokens, ctx: ProviderContext): Promise<readonly ConnectedAccount[]>;
}

/** The URL of one of Google's servers, or of the server in place of it. */
export const googleUrl = (
  { urlVariable }: Pick<GoogleApp, 'urlVariable'>,
  { env }: Pick<ProviderContext, 'env'>,
  host: string,
): string => env[urlVariable]?.trim().replace(/\/+$/, '') || `https://${host}`;

const endpointOf = (
  google: GoogleApp,
  app: OAuthClient,
  ctx: ProviderContext,
): Parameters<typeof requestTokens>[0] => ({
  network: google.network,
  url: `${googleUrl(google, ctx, 'oauth2.googleapis.com')}/token`,
  app,
  clientAuth: 'post',
});

/** How an account of Google is connected in a browser. */
export function googleOAuth(google: GoogleApp): ProviderOAuth {
  return {
    scopes: google.scopes,
    fields: [],
    app: { kind: 'env', ...google.variables },
    pkce: async () => true,
    authorizeUrl({ app, redirectUri, state, challenge }, ctx) {
      const query = new URLSearchParams({
        response_type: 'code',
        client_id: app.id,
        redirect_uri: redirectUri,
        scope: [...google.scopes, ...(google.moreScopes?.(ctx) ?? [])].join(' '),
        state,
        // Google gives a refresh token only when it asks the person for consent.
        access_type: 'offline',
        prompt: 'consent select_account',
        ...(challenge ? { code_challenge: challenge, code_challenge_method: 'S256' } : {}),
      });
      return `${googleUrl(google, ctx, 'accounts.google.com')}/o/oauth2/v2/auth?${query}`;
    },
    async exchange({ app, redirectUri, code, verifier = '' }, ctx) {
      const grant = { code, verifier, redirectUri };
      const tokens = await requestTokens(endpointOf(google, app, ctx), grant, ctx);
      assertGranted(google, tokens);
      return google.accounts(tokens, ctx);
    },
  };
}

/** The person may clear single boxes on Google's page. */
function assertGranted({ network, scopes }: GoogleApp, tokens: Tokens): void {
  const missing = scopes.filter((scope) => tokens.scopes && !tokens.scopes.includes(scope));
  if (!missing.length && tokens.refreshToken) return;
  const names = missing.map((scope) => scope.split('/').at(-1) ?? scope);
  throw new Rejected(
    sentence('not_all_boxes', { network, scopes: names.length ? names : ['offline access'] }),
    { networkCode: 'missing_scope' },
  );
}

/** What is kept of tokens; Google gives no second refresh token when it renews the first. */
export const credentialsOf = ({ accessToken, refreshToken }: Tokens): Record<string, string> => ({
  accessToken,
  refreshToken: refreshToken ?? '',
});

/**
 * A new access token. Google keeps the refresh token, and seldom sends another one.
 *
 * @throws ChannelGone when the grant has ended; `Unsent` for a refusal of the app, which is the operator's
 * matter and ends no channel
 */
export async function refreshTokens(
  google: GoogleApp,
  { credentials }: Pick<Channel, 'credentials'>,
  ctx: ProviderContext,
): Promise<Pick<ConnectedAccount, 'credentials' | 'expiresAt'>> {
  const app = envAppOf(google.network, google.variables, ctx);
  const { refreshToken = '' } = credentials;
  try {
    const tokens = await requestTokens(endpointOf(google, app, ctx), { refreshToken }, ctx);
    return {
      credentials: { accessToken: tokens.accessToken, refreshToken: tokens.refreshToken ?? refreshToken },
      expiresAt: tokens.expiresAt,
    };
  } catch (error) {
    if (!(error instanceof Rejected)) throw error;
    const options = { networkCode: error.networkCode, cause: error };
    // Google answers the same for every end of a grant, so all of them are named.
    if (error.networkCode === 'invalid_grant') {
      throw new ChannelGone(sentence('google_access_ended', { why: error.said }), options);
    }
    throw new Unsent(appRefused(google.network, google.variables)(error.said), options);
  }
}
