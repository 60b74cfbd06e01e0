/** Tokens for an app that the operator registered with a network, and named in the environment. */
import type { ConnectedAccount, ProviderContext } from '../../_kit/contract.ts';
import { ChannelGone, Rejected, Unsent } from '../../_kit/errors.ts';
import type { EnvClient, OAuthClient } from '../../_kit/oauth.ts';
import { requestTokens, type Grant, type TokenEndpoint, type Tokens } from './token-endpoint.ts';
import type { Sentence, Words } from '../../_kit/sentences/fill.ts';
import { sentence } from '../../_kit/sentences/catalogue.ts';

type AppVariables = Required<Pick<EnvClient, 'idVariable' | 'secretVariable'>>;

/** @throws Unsent while it is not configured: posts that wait for it go on once it is */
export function envAppOf(
  network: string,
  { idVariable, secretVariable }: AppVariables,
  { env }: Pick<ProviderContext, 'env'>,
): OAuthClient {
  const app = { id: env[idVariable] ?? '', secret: env[secretVariable] ?? '' };
  if (app.id && app.secret) return app;
  throw new Unsent(sentence('network_needs_variables', { network, id: idVariable, secret: secretVariable }), {
    networkCode: 'not_configured',
  });
}

/** What is said where a network does not know the app, after the reason that it gave. */
type AppRefused = (why: Words) => Sentence;

/** With the variables that the operator set. */
export const appRefused =
  (network: string, { idVariable: id, secretVariable: secret }: AppVariables): AppRefused =>
  (why) =>
    sentence('app_refused', { why, id, secret, network });

/**
 * Exchanges a code.
 *
 * @throws Rejected, as `refusedApp` says it where the app is refused
 */
export function redeemCode(
  endpoint: TokenEndpoint,
  grant: Grant,
  refusedApp: AppRefused,
  ctx: ProviderContext,
): Promise<Tokens> {
  return requestTokens(endpoint, grant, ctx).catch((error: unknown) => {
    if (!(error instanceof Rejected) || error.networkCode !== 'invalid_client') throw error;
    throw new Rejected(refusedApp(error.said), { networkCode: error.networkCode, cause: error });
  });
}

/**
 * Renews tokens; the refresh token is kept if there is no other. `hasEnded` tests which codes mean that the
 * person's access has ended. Any other refusal is the operator's matter, and ends no channel.
 *
 * @throws ChannelGone when the access has ended; `Unsent` for any other refusal
 */
export async function renewTokens(
  endpoint: TokenEndpoint,
  refreshToken: string,
  {
    refusedApp,
    hasEnded = (code) => code === 'invalid_grant',
  }: { readonly refusedApp: AppRefused; readonly hasEnded?: (code: string | null) => boolean },
  ctx: ProviderContext,
): Promise<Pick<ConnectedAccount, 'credentials' | 'expiresAt'>> {
  const tokens = await requestTokens(endpoint, { refreshToken }, ctx).catch((error: unknown) => {
    if (!(error instanceof Rejected)) throw error;
    const options = { networkCode: error.networkCode, cause: error };
    if (!hasEnded(error.networkCode)) throw new Unsent(refusedApp(error.said), options);
    throw new ChannelGone(
      sentence('access_withdrawn', { network: endpoint.network, why: error.said }),
      options,
    );
  });
  return {
    credentials: { accessToken: tokens.accessToken, refreshToken: tokens.refreshToken ?? refreshToken },
    expiresAt: tokens.expiresAt,
  };
}
