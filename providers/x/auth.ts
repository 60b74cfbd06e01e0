/** The account behind a token, and tokens that are renewed (docs.x.com, "OAuth 2.0 Authorization Code Flow"). */
import type { ConnectedAccount, Provider, ProviderContext } from '../_kit/contract.ts';
import { ChannelGone, Rejected, TokenExpired, Unsent } from '../_kit/errors.ts';
import { requestTokens, type TokenEndpoint, type Tokens } from '../_shared/oauth/token-endpoint.ts';
import { apiUrl, call } from './api.ts';
import { SCOPES, type AccountDetails } from './schema.ts';

/** The variables of the client registration. */
export const APP = { idVariable: 'X_API_KEY', secretVariable: 'X_API_SECRET' } as const;

interface User {
  readonly id: string;
  readonly name: string;
  readonly username: string;
  readonly profile_image_url?: string;
  readonly subscription_type?: string;
  readonly verified_type?: string;
}

/** There is nothing to type: X gives tokens to apps only. */
export const connect: Provider['connect'] = async () => {
  throw new Rejected('X is connected in the browser: choose X under Channels');
};

/** X decodes neither half of the header: its guide joins them with a colon as they are. */
export function tokenEndpoint(app: TokenEndpoint['app'], ctx: ProviderContext): TokenEndpoint {
  return { network: 'X', url: `${apiUrl(ctx)}/2/oauth2/token`, app, clientAuth: 'basic_plain' };
}

/**
 * The account of fresh tokens.
 *
 * @throws Rejected if the person granted less than is needed, or X does not accept the token
 */
export async function accountOfTokens(tokens: Tokens, ctx: ProviderContext): Promise<ConnectedAccount> {
  const missing = SCOPES.filter((scope) => tokens.scopes && !tokens.scopes.includes(scope));
  if (missing.length || !tokens.refreshToken) {
    throw new Rejected(
      `X did not grant ${missing.join(', ') || 'offline.access'}; connect the channel again`,
      { networkCode: 'missing_scope' },
    );
  }
  const credentials = { accessToken: tokens.accessToken, refreshToken: tokens.refreshToken };
  const fields = 'username,name,verified_type,subscription_type,profile_image_url';
  const user = await call<User>({ credentials }, ctx, `/2/users/me?user.fields=${fields}`).catch(
    (error: unknown) => {
      if (error instanceof TokenExpired || error instanceof ChannelGone) {
        throw new Rejected(error.message, { networkCode: error.networkCode, cause: error });
      }
      throw error;
    },
  );
  const details: AccountDetails = { premium: isPremium(user), username: user.username };
  return {
    internalId: user.id,
    name: user.name || user.username,
    picture: user.profile_image_url ?? null,
    profile: `@${user.username}`,
    credentials,
    details: { ...details },
    expiresAt: tokens.expiresAt,
  };
}

/** Older answers have no `subscription_type`; a blue mark is sold with every subscription but the smallest. */
const isPremium = ({ subscription_type: type, verified_type: mark }: User): boolean =>
  type === undefined ? mark === 'blue' : type.toLowerCase() !== 'none';

/** What X answers when a refresh token is unknown, was used before, or was revoked. */
const REFUSED: ReadonlySet<string> = new Set(['invalid_request', 'invalid_grant']);

/**
 * Each refresh token works once: its answer has the next one. Whoever presents a used one loses the whole
 * family, so a process that died before it stored the answer leaves a channel that a person must reconnect,
 * and only X's refusal says so. A refusal of the app is the operator's matter, and ends no channel.
 */
export const refresh: NonNullable<Provider['refresh']> = async (channel, ctx) => {
  const app = { id: ctx.env[APP.idVariable] ?? '', secret: ctx.env[APP.secretVariable] ?? '' };
  const { refreshToken = '' } = channel.credentials;
  if (!app.id || !app.secret) {
    throw new Unsent(`X is not set up on this instance: set ${APP.idVariable} and ${APP.secretVariable}`, {
      networkCode: 'not_configured',
    });
  }
  const tokens = await requestTokens(tokenEndpoint(app, ctx), { refreshToken }, ctx).catch(
    (error: unknown) => {
      if (!(error instanceof Rejected)) throw error;
      const options = { networkCode: error.networkCode, cause: error };
      if (REFUSED.has(error.networkCode ?? '')) {
        throw new ChannelGone(
          `${error.message}. Access was withdrawn at X, or has ended; reconnect the channel`,
          options,
        );
      }
      throw new Unsent(`${error.message}. ${APP_REFUSED}`, options);
    },
  );
  return {
    credentials: { accessToken: tokens.accessToken, refreshToken: tokens.refreshToken ?? refreshToken },
    expiresAt: tokens.expiresAt,
  };
};

/** What the operator can do when X does not know the app. */
export const APP_REFUSED =
  `${APP.idVariable} and ${APP.secretVariable} must be the Client ID and the Client Secret of OAuth 2.0, ` +
  'not the API Key of the same app';
