/** Tokens for an app that the operator registered with a network, and named in the environment. */
import type { ConnectedAccount, ProviderContext } from '../../_kit/contract.ts';
import { ChannelGone, Rejected, Unsent } from '../../_kit/errors.ts';
import type { EnvClient, OAuthClient } from '../../_kit/oauth.ts';
import { requestTokens, type Grant, type TokenEndpoint, type Tokens } from './token-endpoint.ts';

/** @throws Unsent while it is not configured: posts that wait for it go on once it is */
export function envAppOf(
  network: string,
  { idVariable, secretVariable }: Required<Pick<EnvClient, 'idVariable' | 'secretVariable'>>,
  { env }: Pick<ProviderContext, 'env'>,
): OAuthClient {
  const app = { id: env[idVariable] ?? '', secret: env[secretVariable] ?? '' };
  if (app.id && app.secret) return app;
  throw new Unsent(`${network} is not set up on this instance: set ${idVariable} and ${secretVariable}`, {
    networkCode: 'not_configured',
  });
}

/**
 * Exchanges a code. `appRefused`: the message when the network does not know the app, without a full stop.
 *
 * @throws Rejected, with this message where the app is refused
 */
export function redeemCode(
  endpoint: TokenEndpoint,
  grant: Grant,
  appRefused: string,
  ctx: ProviderContext,
): Promise<Tokens> {
  return requestTokens(endpoint, grant, ctx).catch((error: unknown) => {
    if (!(error instanceof Rejected) || error.networkCode !== 'invalid_client') throw error;
    throw new Rejected(`${error.message}. ${appRefused}`, { networkCode: error.networkCode, cause: error });
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
    appRefused,
    hasEnded = (code) => code === 'invalid_grant',
  }: { readonly appRefused: string; readonly hasEnded?: (code: string | null) => boolean },
  ctx: ProviderContext,
): Promise<Pick<ConnectedAccount, 'credentials' | 'expiresAt'>> {
  const tokens = await requestTokens(endpoint, { refreshToken }, ctx).catch((error: unknown) => {
    if (!(error instanceof Rejected)) throw error;
    const options = { networkCode: error.networkCode, cause: error };
    if (!hasEnded(error.networkCode)) throw new Unsent(`${error.message}. ${appRefused}`, options);
    throw new ChannelGone(
      `${error.message}. Access was withdrawn at ${endpoint.network}, or has ended; reconnect the channel`,
      options,
    );
  });
  return {
    credentials: { accessToken: tokens.accessToken, refreshToken: tokens.refreshToken ?? refreshToken },
    expiresAt: tokens.expiresAt,
  };
}
